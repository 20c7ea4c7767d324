//! The model and the objective, which every scheduler has as fields of these names.

/// The builders, for an `impl` of a scheduler. The caller documents `with_objective`.
macro_rules! model_and_objective_builders {
    ($(#[$objective:meta])*) => {
        /// Sets the model in which schedules are legal.
        pub const fn with_model(mut self, model: $crate::MotionModel) -> Self {
            self.model = model;
            self
        }

        $(#[$objective])*
        pub const fn with_objective(mut self, objective: $crate::Objective) -> Self {
            self.objective = objective;
            self
        }
    };
}

/// The getters, for an `impl` of [`Scheduler`](crate::Scheduler).
macro_rules! model_and_objective_getters {
    () => {
        fn model(&self) -> $crate::MotionModel {
            self.model
        }

        fn objective(&self) -> $crate::Objective {
            self.objective
        }
    };
}

pub(crate) use {model_and_objective_builders, model_and_objective_getters};

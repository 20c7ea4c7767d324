//! Robots on graphs: cooperative path-finding.

mod answer_keys;
mod by_hand;
mod finished;
mod fleet;
mod method;
mod notation;
mod numbering;
mod problem;
#[cfg(feature = "fuzz")]
mod readers;
mod reasons;
mod samples;
#[cfg(feature = "soak")]
mod soak;
mod solving;
mod source;
mod task;
mod tools;

pub use answer_keys::AnswerKeys;
pub use finished::{Clock, Conclusion, Finished, MeasuredSchedule};
pub use method::{ChosenScheduler, Method, NamedSolver, SolverChoice};
pub use notation::{PlanNotation, read_schedule};
pub use numbering::Numbering;
pub use problem::Problem;
pub use reasons::{lower_bound, unsolvable_because};
pub use task::{PlanImprovement, Task, model_for};

use cpf::cpf_core::generate;
use cpf::{Control, Instance, MotionModel};
#[cfg(feature = "explore")]
use cpf::{cpf_core::internal::Placements, formats::GraphText};
use motion_core::error::RunError;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::json;

#[cfg(feature = "explore")]
use crate::space::Packed;
use crate::view::scene_of;
use crate::{
    Answer, Choices, Collection, Description, EditAction, Family, Input, Moves, Named, PlayAction, Played,
    Replay, Request, RunningFleet, Status, TextError, View,
};
use source::Source;

/// Robots on graphs and maps.
pub(crate) struct Robots;

/// Decides whether the goal can be reached by moves of single robots. If not, returns the reason,
/// and whether steps in which robots rotate around cycles can reach it.
fn judgement(instance: &Instance, control: &mut Control<'_>) -> (Status, Option<String>) {
    if instance.start() == instance.goal() {
        return (Status::Solved, None);
    }
    let mut decide = |model| instance.feasibility_in_within(model, control);
    match decide(MotionModel::Pebble) {
        Ok(()) | Err(RunError::Stopped(_)) => (Status::Open, None),
        Err(RunError::Because(why)) => match decide(MotionModel::Standard) {
            Ok(()) => {
                (Status::Open, Some(format!("only by robots that turn around a cycle together: {why}")))
            }
            _ => (Status::Unsolvable, Some(why.to_string())),
        },
    }
}

impl Family for Robots {
    #[cfg(feature = "fuzz")]
    fn readers(&self) -> &'static [crate::Reader] {
        readers::READERS
    }

    #[cfg(feature = "soak")]
    fn random_problem(
        &self,
        scale: crate::soak::Scale,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Box<dyn crate::soak::Problem> {
        soak::random(scale, rng)
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["cpf", "cooperative"]
    }

    #[cfg(feature = "explore")]
    fn space(&self) -> Option<crate::SpaceDescription> {
        Some(crate::SpaceDescription {
            summary: "Placements of robots on a graph, by moves to vacant vertices",
            is_by_words: false,
        })
    }

    #[cfg(feature = "explore")]
    fn with_space(&self, text: &str, then: &mut dyn FnMut(&dyn crate::StateSpace)) -> Result<(), TextError> {
        let Problem { graph, numbering } = Problem::read(text).map_err(TextError::of)?;
        let GraphText::Edges(instance) = graph else {
            return Err(TextError::new(
                "this graph has arcs: only placements on graphs with edges are counted",
            ));
        };
        match instance.placement_words() {
            1 => then(&placements::<1>(&instance, numbering)),
            2 => then(&placements::<2>(&instance, numbering)),
            3 | 4 => then(&placements::<4>(&instance, numbering)),
            5..=8 => then(&placements::<8>(&instance, numbering)),
            _ => {
                let message = "there are too many robots: their places take more than 512 bits";
                return Err(TextError::new(message));
            }
        }
        Ok(())
    }

    fn name(&self) -> &'static str {
        "robots"
    }

    fn description(&self) -> Description {
        let graphs = vec![
            Named::new("grid", "a grid of rows and columns"),
            Named::new("biconnected", "a cycle with ears"),
        ];
        Description {
            name: self.name(),
            title: "Cooperative path-finding",
            formats: "Graph text: \"p edge VERTICES EDGES\", lines \"e U V\", robots \"r START GOAL\". Surynek's \
                      .cpf. A MovingAI map, or only its rows of . and @, and below it a scenario: its first robots \
                      whose starts and goals differ.",
            part: None,
            samples: samples::samples(),
            random: vec![
                Input::choice("graph", "graph", graphs),
                Input::integer("rows", "rows of the grid", 4, (1, 60)),
                Input::integer("columns", "columns of the grid", 4, (1, 60)),
                Input::integer("vertices", "vertices of a cycle with ears", 20, (5, 300)),
                Input::integer("blanks", "vacant vertices", 3, (1, 3599)),
                Input::seed(),
            ],
            solvers: solving::solvers(),
            options: solving::options(),
            tools: tools::TOOLS.to_vec(),
            legend: "The frame in a robot's colour is its goal. The robot is pale until it is there.",
            keys: "Select a robot by a click, then click a vacant neighbour, or press an arrow.",
            selects_first: true,
            has_fleets: true,
            units: &[["move", "moves"]],
            file_name: "instance.txt",
        }
    }

    fn read(&self, text: &str, control: &mut Control<'_>) -> View {
        let source = match Source::read(text) {
            Ok(source) => source,
            Err(error) => {
                let mut view = View::invalid(text, error);
                if let Some(source) = source::unfinished(text) {
                    draw(&mut view, &source);
                }
                return view;
            }
        };
        let instance = &source.instance;
        let (status, reason) = judgement(instance, control);
        let mut facts = vec![
            ("vertices", instance.graph().vertex_count().to_string()),
            ("edges", instance.graph().edge_count().to_string()),
            ("robots", instance.robot_count().to_string()),
            ("vacant", instance.vacant_count().to_string()),
        ];
        if let Some(entries) = source.entries.filter(|&entries| entries > instance.robot_count()) {
            facts.push(("entries of the scenario", entries.to_string()));
        }
        let (text, svg, points) = (source.text(), None, Vec::new());
        let mut view = View { text, error: None, svg, points, status, reason, facts };
        draw(&mut view, &source);
        view
    }

    fn collection(&self, text: &str) -> Result<Collection, TextError> {
        Ok(Source::read(text)?.collection())
    }

    fn instance(&self, text: &str, index: usize) -> Result<String, TextError> {
        let source = Source::read(text)?;
        let count = source.collection().count;
        TextError::nth((0..count).collect(), index + 1, "instance")?;
        let source = if source.entries.is_some() { source.with_first(index + 1)? } else { source };
        Ok(source.text())
    }

    fn random(&self, choices: &Choices, rng: &mut Xoshiro256PlusPlus) -> Result<String, TextError> {
        let blanks = choices.count("blanks") as usize;
        let instance = if choices.choice("graph") == "biconnected" {
            let graph =
                generate::biconnected(5, 3, choices.count("vertices"), rng).map_err(TextError::of)?.graph;
            let robots = graph.vertex_count().checked_sub(blanks);
            let robots = robots.ok_or_else(|| TextError::new("more vacant vertices than vertices"))?;
            generate::robots(graph, robots, rng)
        } else {
            generate::permutation_on_grid(choices.count("rows"), choices.count("columns"), blanks, rng)
        };
        instance.map(|instance| Source::new(instance, None).text()).map_err(TextError::of)
    }

    fn edit(&self, text: &str, action: &EditAction) -> Result<String, TextError> {
        tools::edit(&Source::read(text)?, action)
    }

    fn play(&self, text: &str, action: &PlayAction) -> Result<Played, TextError> {
        by_hand::play(&Source::read(text)?, action)
    }

    fn fleet(&self, text: &str, seed: u64) -> Result<Box<dyn RunningFleet>, TextError> {
        Ok(Box::new(fleet::RobotFleet::new(&Source::read(text)?, seed)?))
    }

    fn solve(&self, text: &str, request: &mut Request<'_>) -> Result<Answer, TextError> {
        solving::solve(&Source::read(text)?.into_problem(), request)
    }

    fn replay(&self, text: &str, solution: &str) -> Result<Replay, TextError> {
        let source = Source::read(text)?;
        let instance = &source.instance;
        let schedule = read_schedule(solution, instance).map_err(TextError::of)?;
        let (model, metrics) = notation::verify(instance, &schedule)?;
        let metrics = [
            ("model", json!(model.name())),
            ("moves", json!(metrics.moves)),
            ("makespan", json!(metrics.makespan)),
            ("sum_of_costs", json!(metrics.sum_of_costs)),
        ];
        Ok(Replay {
            scene: scene_of((instance.graph().vertex_count(), instance.robot_count()), || source.scene()),
            start: instance.start().clone(),
            steps: notation::steps(&schedule),
            moves: Moves::Schedule(schedule),
            metrics: metrics.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        })
    }
}

#[cfg(feature = "explore")]
fn placements<const N: usize>(instance: &Instance, numbering: Numbering) -> impl crate::StateSpace {
    let space = Placements::<N>::new(instance).expect("invariant: the placements fit");
    let (start, names) = (space.start(), numbering.names(instance));
    let text = move |space: &Placements<'_, N>, placement: &[u64; N]| {
        let places: Vec<_> = space.places(placement).map(|vertex| names.name(vertex)).collect();
        format!("robots on {}", places.join(" "))
    };
    Packed { space, start, text }
}

fn draw(view: &mut View, source: &Source) {
    let instance = &source.instance;
    let size = (instance.graph().vertex_count(), instance.robot_count());
    view.draw(size, || (source.scene(), instance.start().clone()));
}

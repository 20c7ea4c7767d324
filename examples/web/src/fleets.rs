//! Fleets, which run from call to call: the last that has begun of each family.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use families::{RunningFleet, TextError};
use motion_core::{Budget, Control};

use crate::clock::now;
use crate::engine::{checked, json_of_result, limit, parsed};
use crate::protocol::{FleetClick, FleetLimits, FleetOptions};

/// The default limit of time for planning a step, and the greatest.
const SECONDS: f64 = 0.02;
const MOST_SECONDS: f64 = 10.0;

thread_local! {
    static FLEETS: RefCell<BTreeMap<&'static str, Box<dyn RunningFleet>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Begins a fleet from an instance, in place of the family's last one. Returns its state, or an
/// error.
pub fn begin_fleet(family: &str, text: &str, options: &str) -> String {
    changed(family, || {
        let FleetOptions { seed } = parsed(options)?;
        let family = checked(family, text)?;
        let fleet = family.fleet(text, seed.unwrap_or(1))?;
        FLEETS.with_borrow_mut(|fleets| fleets.insert(family.name(), fleet));
        Ok(())
    })
}

/// Makes a step of the family's fleet. Returns its state, or an error.
pub fn step_fleet(family: &str, limits: &str) -> String {
    changed(family, || {
        let FleetLimits { seconds, nodes } = parsed(limits)?;
        let time = Duration::from_secs_f64(limit(seconds, SECONDS, MOST_SECONDS));
        let budget = Budget::new().with_time_by(now, time);
        let budget = nodes.map_or(budget.clone(), |nodes| budget.with_nodes(nodes));
        with_fleet(family, |fleet| {
            fleet.step(&mut Control::new(budget));
            Ok(())
        })
    })
}

/// Sends a robot of the family's fleet to a place, or closes or opens the place. Returns its state,
/// or an error.
pub fn click_fleet(family: &str, action: &str) -> String {
    changed(family, || {
        let FleetClick { x, y, robot } = parsed(action)?;
        with_fleet(family, |fleet| fleet.click([x, y], robot))
    })
}

/// Returns the state of a family's fleet after a change.
fn changed(family: &str, change: impl FnOnce() -> Result<(), TextError>) -> String {
    json_of_result(change().and_then(|()| with_fleet(family, |fleet| Ok(fleet.state()))))
}

fn with_fleet<T>(
    family: &str,
    action: impl FnOnce(&mut dyn RunningFleet) -> Result<T, TextError>,
) -> Result<T, TextError> {
    FLEETS.with_borrow_mut(|fleets| match fleets.get_mut(family) {
        Some(fleet) => action(fleet.as_mut()),
        None => Err(TextError::new("no fleet has begun")),
    })
}

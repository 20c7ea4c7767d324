//! Solvers by their names and enhancements.

use sokoban::AnySolver;
use sokoban::solver::{Enhancement, Method};

/// Finds the solver with this name and these enhancements, in any order and case, in addition to
/// those that the name contains.
///
/// # Errors
/// A message that lists all methods and enhancements if the name is unknown, or those of the method
/// if only the enhancements do not fit it.
pub fn find_solver(name: Option<&str>, enhancements: &[String]) -> Result<AnySolver, String> {
    let asked = name.map_or_else(|| AnySolver::default().to_string(), str::to_owned);
    let enhancements = enhancements.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
    let whole = enhancements.fold(asked, |name, enhancement| format!("{name}+{enhancement}"));
    let parts: Vec<_> = whole.split('+').map(str::trim).collect();
    parts.join("+").parse().map_err(|_| unknown(&whole, &parts))
}

/// Returns the reason why no solver consists of these parts, a method and enhancements.
fn unknown(whole: &str, parts: &[&str]) -> String {
    let names = |enhancements: &mut dyn Iterator<Item = Enhancement>| {
        enhancements.map(Enhancement::name).collect::<Vec<_>>().join(", ")
    };
    let is_known = |part: &&str| Enhancement::ALL.iter().any(|known| known.name().eq_ignore_ascii_case(part));
    match parts[0].parse::<AnySolver>() {
        Ok(method) if parts[1..].iter().all(is_known) => {
            let has = names(&mut method.method().supported_enhancements().iter());
            let has = if has.is_empty() {
                "no enhancement".to_owned()
            } else {
                format!("{has}, and not all of them go together")
            };
            format!("there is no solver {whole}; {method} has {has}")
        }
        _ => {
            let methods: Vec<_> = Method::all().map(Method::name).collect();
            format!(
                "there is no solver {whole}; the methods are {}; enhancements, of which each method has some, are {}",
                methods.join(", "),
                names(&mut Enhancement::ALL.iter().copied())
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enhancements_stand_in_the_name_or_apart() {
        let found = |name, enhancements: &[&str]| {
            let enhancements: Vec<_> = enhancements.iter().map(|&text| text.to_owned()).collect();
            find_solver(name, &enhancements).map(|solver| solver.to_string())
        };
        assert_eq!(found(None, &[]).as_deref(), Ok("auto"));
        assert_eq!(found(None, &["", " optimal"]).as_deref(), Ok("auto+optimal"));
        assert_eq!(found(None, &["optimal"]).as_deref(), Ok("auto+optimal"));
        assert_eq!(found(Some("a*"), &[]).as_deref(), Ok("A*"));
        for (name, enhancements) in
            [("iddfs", &["imo", "pp"][..]), ("IDDFS+IMO", &["PP"]), ("IDDFS+PP+IMO", &["pp"])]
        {
            assert_eq!(found(Some(name), enhancements).as_deref(), Ok("IDDFS+PP+IMO"), "{name}");
        }
        for solver in AnySolver::all() {
            assert_eq!(find_solver(Some(&solver.to_string()), &[]), Ok(solver));
        }
        let message = |name, enhancements| found(Some(name), enhancements).expect_err("no such solver");
        assert_eq!(
            message("dfs", &["pp"]),
            "there is no solver dfs+pp; DFS has SD, PI, tables, and not all of them go together"
        );
        assert_eq!(message("rooms", &["SD"]), "there is no solver rooms+SD; rooms has no enhancement");
        for (name, enhancements) in [("BFS", &["x"][..]), ("BF", &["SD"]), ("", &[])] {
            let message = message(name, enhancements);
            assert!(message.contains("; the methods are BFS, DFS, RBFS, "), "{message}");
            assert!(
                message.contains("; enhancements, of which each method has some, are PP, IMO, "),
                "{message}"
            );
        }
    }
}

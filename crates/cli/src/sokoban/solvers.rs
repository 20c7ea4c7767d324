//! The solvers by their names and enhancements.

use sokoban::AnySolver;

/// The solver with this name and these enhancements, in any order and case, beside those that the
/// name contains.
///
/// # Errors
/// A message with all names, if the name is unknown.
pub(super) fn find(name: Option<&str>, enhancements: &[String]) -> Result<AnySolver, String> {
    let asked = name.map_or_else(|| AnySolver::default().to_string(), str::to_owned);
    let enhancements = enhancements.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
    let whole = enhancements.fold(asked, |name, enhancement| format!("{name}+{enhancement}"));
    let parts: Vec<_> = whole.split('+').map(str::trim).collect();
    parts.join("+").parse().map_err(|_| {
        let names: Vec<_> = AnySolver::ALL.iter().map(AnySolver::to_string).collect();
        format!("there is no solver {whole}; there are, among other combinations, {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enhancements_stand_in_the_name_or_apart() {
        let found = |name, enhancements: &[&str]| {
            let enhancements: Vec<_> = enhancements.iter().map(|&text| text.to_owned()).collect();
            find(name, &enhancements).map(|solver| solver.to_string())
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
        for solver in AnySolver::ALL {
            assert_eq!(find(Some(&solver.to_string()), &[]), Ok(solver));
        }
        let message = found(Some("BFS"), &["pp"]).expect_err("no such solver");
        assert!(
            message.starts_with(
                "there is no solver BFS+pp; there are, among other combinations, BFS, RBFS, IDDFS, "
            ),
            "{message}"
        );
        assert!(found(Some(""), &[]).is_err());
    }
}

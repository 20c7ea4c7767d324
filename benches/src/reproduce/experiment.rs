//! An experiment.

use super::findings::Findings;
use super::obstacle::Obstacle;
use super::runner::Runner;

/// A table or a figure of a paper, or several that come from the same runs.
pub(super) struct Experiment {
    /// The name of the experiment, on the command line and in the names of its files.
    pub(super) name: &'static str,
    /// The text of its page: its title, its number in the paper, and a description. Remarks on
    /// differences from the paper, with reasons, follow under a heading. A name in braces stands
    /// for a measured number.
    pub(super) text: &'static str,
    pub(super) measure: fn(&Runner) -> Result<Findings, Obstacle>,
}

/// Builds an experiment from its name and its function. Its text is the file of this name beside
/// the caller, followed by further files that several experiments share.
macro_rules! experiment {
    ($name:literal, $measure:expr $(, $shared:literal)*) => {
        Experiment {
            name: $name,
            text: concat!(include_str!(concat!($name, ".md")) $(, include_str!($shared))*),
            measure: $measure,
        }
    };
}
pub(super) use experiment;

impl Experiment {
    pub(super) fn title(&self) -> &'static str {
        self.line(0).trim_start_matches("# ")
    }

    /// The experiment's number in the paper.
    pub(super) fn source(&self) -> &'static str {
        self.line(2).trim_end_matches('.')
    }

    fn line(&self, number: usize) -> &'static str {
        self.text.lines().nth(number).unwrap_or_default()
    }

    /// Returns two parts of the text, with the numbers inserted: the part before the tables, and
    /// the remarks.
    pub(super) fn text_with(&self, figures: &[(&'static str, String)]) -> (String, String) {
        let filled = figures
            .iter()
            .fold(self.text.to_owned(), |text, (name, figure)| text.replace(&format!("{{{name}}}"), figure));
        assert!(!filled.contains('{'), "invariant: every figure of the text is given: {filled}");
        let (before, remarks) = filled.split_at(filled.find("\n## ").unwrap_or(filled.len()));
        (before.to_owned(), remarks.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::super::experiments::experiments;
    use super::*;

    #[test]
    fn figures_stand_where_they_are_named() {
        let text =
            "# Robots\n\nPaper, 2020: table 1.\n\nSome.\n\n## Remarks\n\n* {boards} boards in {seconds} s.\n";
        let experiment = Experiment { name: "robots", text, measure: |_| Ok(Findings::default()) };
        assert_eq!((experiment.title(), experiment.source()), ("Robots", "Paper, 2020: table 1"));
        let findings = Findings::default().with_figure("seconds", 0.5).with_figure("boards", 3);
        let (before, remarks) = experiment.text_with(&findings.figures);
        assert_eq!(before, "# Robots\n\nPaper, 2020: table 1.\n\nSome.\n");
        assert_eq!(remarks, "\n## Remarks\n\n* 3 boards in 0.5 s.\n");
    }

    #[test]
    fn every_text_has_a_title_a_source_and_a_description() {
        for it in experiments() {
            let lines: Vec<_> = it.text.lines().take(5).collect();
            let is_right = lines[0].starts_with("# ") && lines[2].ends_with('.') && !lines[4].is_empty();
            assert!(is_right && lines[1].is_empty() && lines[3].is_empty(), "{}", it.name);
        }
    }
}

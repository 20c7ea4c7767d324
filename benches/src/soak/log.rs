//! The log of portions: the seeds of each family that were run, and the results.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use clap::ValueEnum;
use motion_puzzles::CliError;

use super::family::SoakFamily;
use super::results::Totals;
use crate::code_version::{Commit, today};
use crate::grouped::grouped;

const COLUMNS: [&str; 8] =
    ["family", "first seed", "instances", "runs", "plans", "failures", "day", "commit"];

/// The portions so far, each of which has other seeds of its family.
#[derive(Debug, Default)]
pub struct Log {
    portions: Vec<Portion>,
}

/// The instances of a family in one run. Their seeds follow each other.
#[derive(Debug)]
struct Portion {
    family: SoakFamily,
    first_seed: u64,
    totals: Totals,
    day: String,
    commit: String,
}

impl Portion {
    /// The seed after the last one.
    const fn end(&self) -> u64 {
        self.first_seed.saturating_add(self.totals.instances)
    }
}

impl Log {
    /// Reads a log. A file that does not exist is an empty log.
    ///
    /// # Errors
    /// [`CliError`] if the file cannot be read, or names the first line that is wrong.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let unreadable = |why| CliError::Read { file: path.display().to_string(), why };
        let text = fs::read_to_string(path).map_err(unreadable)?;
        Self::parse(&text).map_err(|why| CliError::in_file(path, why))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut log = Self::default();
        let mut lines = (1..).zip(text.lines());
        let header = COLUMNS.join(",");
        if lines.next().is_none_or(|(_, line)| line != header) {
            return Err(format!("line 1: this is not `{header}`"));
        }
        // For each family, the first seeds of its portions, with their ends and lines.
        let mut seeds = BTreeMap::<_, BTreeMap<u64, (u64, usize)>>::new();
        for (number, line) in lines {
            let portion = parse_line(line).map_err(|why| format!("line {number}: {why}"))?;
            let (begin, end) = (portion.first_seed, portion.end());
            let of_family = seeds.entry(portion.family).or_default();
            let before = of_family.range(..end).next_back();
            if let Some((_, &(_, other))) = before.filter(|&(_, &(before, _))| before > begin) {
                return Err(format!("line {number}: some of these seeds are already in line {other}"));
            }
            of_family.insert(begin, (end, number));
            log.portions.push(portion);
        }
        Ok(log)
    }

    /// Returns the first seed after all seeds of a family.
    pub(super) fn next_seed(&self, family: SoakFamily) -> u64 {
        let of_family = self.portions.iter().filter(|portion| portion.family == family);
        of_family.map(Portion::end).max().unwrap_or(1)
    }

    /// Adds a portion of the present day and commit.
    pub(super) fn add(&mut self, family: SoakFamily, totals: Totals) {
        let commit = Commit::present().map_or_else(
            || "unknown".to_owned(),
            |Commit { name, is_changed }| name + if is_changed { " with changes" } else { "" },
        );
        let first_seed = self.next_seed(family);
        self.portions.push(Portion { family, first_seed, totals, day: today(), commit });
    }

    /// Writes the log, and its page beside it.
    pub(super) fn write(&self, path: &Path) -> Result<(), CliError> {
        for (path, text) in [(path, self.text()), (&path.with_extension("md"), self.page())] {
            let unwritten = |why| CliError::Write { file: path.display().to_string(), why };
            fs::write(path, text).map_err(unwritten)?;
        }
        Ok(())
    }

    fn text(&self) -> String {
        let mut text = COLUMNS.join(",") + "\n";
        for Portion { family, first_seed, totals, day, commit } in &self.portions {
            let Totals { instances, runs, plans, failures } = totals;
            let family = family.name();
            let _ =
                writeln!(text, "{family},{first_seed},{instances},{runs},{plans},{failures},{day},{commit}");
        }
        text
    }

    /// Returns the page, which has the totals of each family.
    pub fn page(&self) -> String {
        let mut page = include_str!("log.md").to_owned();
        let mut all = Totals::default();
        for family in SoakFamily::value_variants() {
            let of_family = self.portions.iter().filter(|portion| portion.family == *family);
            let totals = of_family.fold(Totals::default(), |sum, portion| sum.plus(portion.totals));
            page += &row(&format!("`{}`", family.name()), totals);
            all = all.plus(totals);
        }
        page + &row("all", all)
    }

    /// The number of failures.
    pub fn failures(&self) -> u64 {
        self.portions.iter().map(|portion| portion.totals.failures).sum()
    }
}

fn parse_line(line: &str) -> Result<Portion, String> {
    let cells: Vec<_> = line.split(',').collect();
    let Ok([family, numbers @ .., day, commit]) = <[&str; 8]>::try_from(cells) else {
        return Err(format!("there are not {} cells", COLUMNS.len()));
    };
    let family = SoakFamily::from_str(family, false).map_err(|_| format!("there is no family `{family}`"))?;
    let mut read = [0; 5];
    for ((number, cell), column) in read.iter_mut().zip(numbers).zip(&COLUMNS[1..]) {
        *number = cell.parse().map_err(|_| format!("{column}: `{cell}` is not a number"))?;
    }
    let [first_seed, instances, runs, plans, failures] = read;
    let totals = Totals { instances, runs, plans, failures };
    Ok(Portion { family, first_seed, totals, day: day.to_owned(), commit: commit.to_owned() })
}

fn row(name: &str, Totals { instances, runs, plans, failures }: Totals) -> String {
    let [instances, runs, plans, failures] =
        [instances, runs, plans, failures].map(|count| grouped(&count.to_string()));
    format!("| {name} | {instances} | {runs} | {plans} | {failures} |\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(lines: &str) -> Result<Log, String> {
        Log::parse(&format!("{}\n{lines}", COLUMNS.join(",")))
    }

    #[test]
    fn a_log_is_written_as_it_was_read() {
        let lines = "robots,1,20,300,250,0,2026-11-30,abc\nrobots,41,10,150,100,1,2026-11-30,abc\n\
                     robots,21,20,300,250,0,2026-11-30,abc with changes\nfaults,7,1,4,2,0,2026-12-01,abc\n";
        let log = log(lines).expect("no overlaps");
        assert!(log.text().ends_with(lines));
        let next = |name| log.next_seed(SoakFamily::from_str(name, false).expect("a family"));
        assert_eq!(["robots", "faults", "sokoban"].map(next), [51, 8, 1]);
        assert_eq!(log.failures(), 1);
        let page = log.page();
        assert!(page.contains("| `robots` | 50 | 750 | 600 | 1 |\n"), "{page}");
        assert!(page.ends_with("| all | 51 | 754 | 602 | 1 |\n"), "{page}");
    }

    #[test]
    fn a_damaged_log_is_refused() {
        let why = |lines: &str| log(lines).expect_err("it is damaged");
        let rest = "3,4,0,2026-11-30,abc";
        let both = |one: &str, other: &str| format!("robots,{one},{rest}\nrobots,{other},{rest}\n");
        for other in ["1,10", "5,5", "4,2", "6,1", "9,2"] {
            assert_eq!(why(&both("5,5", other)), "line 3: some of these seeds are already in line 2");
        }
        assert!(["1,4", "10,1"].iter().all(|other| log(&both("5,5", other)).is_ok()));
        assert_eq!(why("robots,1,2\n"), "line 2: there are not 8 cells");
        assert_eq!(why(&format!("chess,1,2,{rest}")), "line 2: there is no family `chess`");
        assert_eq!(why(&format!("robots,1,some,{rest}")), "line 2: instances: `some` is not a number");
        assert!(Log::parse("").is_err_and(|why| why.starts_with("line 1: this is not `family,first seed,")));
    }
}

//! Tests of the tables that pages of the book include.

use std::fs;
use std::path::Path;

use motion_benches::reproduce::included_tables::with_tables;
use tempfile::tempdir;

#[test]
fn every_table_of_the_book_is_that_of_the_results() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let mut tables = 0;
    for path in fs::read_dir(&docs).expect("the book").map(|entry| entry.expect("a file").path()) {
        if path.extension().is_some_and(|it| it == "md") {
            let page = fs::read_to_string(&path).expect("a page");
            tables += page.matches("<!-- end of table -->").count();
            let written = with_tables(&page, &docs).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            assert!(written == page, "{}: `reproduce pages` writes its tables anew", path.display());
        }
    }
    assert!(tables >= 4, "only {tables} tables");
}

#[test]
fn a_page_includes_the_columns_that_it_names() {
    let folder = tempdir().expect("a folder");
    let results = "# Robots\n\n## Times\n\n| n | s, mean | moves |\n| ---: | ---: | ---: |\n| 4 | 0.5 | 1,200 |\n| 5 | 0.7 | 2,300 |\n\n\
        [robots-times.csv](robots-times.csv)\n\n[robots-all.csv](robots-all.csv)\n\n\
        Measured on 2026-11-22 at commit abc on some machine:\n";
    fs::create_dir(folder.path().join("results")).expect("a folder");
    fs::write(folder.path().join("results/robots.md"), results).expect("a file");
    let write = |page: &str| with_tables(page, folder.path());
    let mark = "<!-- table: results/robots-times.csv | moves | n = 4, 6 -->\n";
    let page = format!("# Page\n\n{mark}stale\n<!-- end of table -->\n\nEnd.\n");
    let written = write(&page).expect("a table");
    assert_eq!(
        written,
        format!(
            "# Page\n\n{mark}\n| moves | n |\n| ---: | ---: |\n| 1,200 | 4 |\n\n\
             Measured on 2026-11-22 at commit abc on some machine: [results](results/robots.md).\n\n\
             <!-- end of table -->\n\nEnd.\n"
        )
    );
    assert_eq!(write(&written), Ok(written));
    for (mark, fault) in [
        ("results/robots-times.csv | seconds", "robots-times.csv has no column `seconds`"),
        ("results/robots-all.csv", "robots-all.csv is not shown on a page"),
        ("results/robots-none.csv", "the page has no such table"),
        ("results/sokoban.csv", "no page shows"),
    ] {
        let why = write(&format!("\n<!-- table: {mark} -->\n<!-- end of table -->\n")).expect_err(mark);
        assert!(why.contains(fault), "{why}");
    }
    assert!(
        write("\n<!-- table: results/robots-times.csv -->\n").is_err_and(|why| why.contains("no `<!-- end"))
    );
    assert!(write("\n<!-- table: results/robots-times.csv").is_err_and(|why| why.contains("does not end")));
}

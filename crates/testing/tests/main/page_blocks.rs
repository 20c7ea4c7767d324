//! The paragraphs, items and cells of a page, with their links.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A paragraph, an item or a cell of a page.
#[derive(Default)]
pub(crate) struct Block {
    /// The text outside links, code and emphasis.
    pub(crate) plain: String,
    pub(crate) links: Vec<Link>,
    /// Whether the block is in a column with the heading `result`.
    pub(crate) is_result: bool,
    /// The heading of the first column, if the block is a cell of a table.
    pub(crate) table: Option<String>,
    /// The last heading before the block.
    pub(crate) section: String,
}

pub(crate) struct Link {
    pub(crate) target: String,
    pub(crate) title: String,
    pub(crate) text: String,
}

pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let (mut blocks, mut block) = (Vec::new(), Block::default());
    // The headings of the columns, the number of the column, and the link to which text now
    // belongs.
    let (mut headings, mut column, mut link): (Vec<String>, usize, Option<Link>) = (Vec::new(), 0, None);
    let (mut is_head, mut emphasis, mut is_code) = (false, 0, false);
    let mut section = String::new();
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::TableHead) => (is_head, headings) = (true, Vec::new()),
            Event::End(TagEnd::TableHead) => is_head = false,
            Event::Start(Tag::TableRow) => column = 0,
            Event::End(TagEnd::Heading(_)) => section = std::mem::take(&mut block).plain,
            Event::Start(Tag::Paragraph | Tag::Item | Tag::Heading { .. } | Tag::TableCell)
            | Event::End(TagEnd::Paragraph | TagEnd::Item) => {
                block.section.clone_from(&section);
                blocks.push(std::mem::take(&mut block));
            }
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::End(TagEnd::TableCell) if is_head => headings.push(std::mem::take(&mut block).plain),
            Event::End(TagEnd::TableCell) => {
                block.is_result = headings.get(column).is_some_and(|heading| heading == "result");
                block.table = headings.first().cloned();
                block.section.clone_from(&section);
                column += 1;
                blocks.push(std::mem::take(&mut block));
            }
            Event::Start(Tag::Link { dest_url, title, .. }) => {
                link = Some(Link {
                    target: dest_url.into_string(),
                    title: title.into_string(),
                    text: String::new(),
                });
            }
            Event::End(TagEnd::Link) => block.links.extend(link.take()),
            Event::Start(Tag::Emphasis) => emphasis += 1,
            Event::End(TagEnd::Emphasis) => emphasis -= 1,
            Event::Text(text) => match &mut link {
                Some(link) => link.text.push_str(&text),
                None if emphasis == 0 && !is_code => block.plain.push_str(&text),
                None => {}
            },
            Event::SoftBreak => block.plain.push(' '),
            _ => {}
        }
    }
    blocks.push(block);
    blocks
}

/// Parses a number as tables and pages write it: `1,741`, `−0.6`, `9.6 %`.
pub(crate) fn number(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches('%').trim_end();
    text.replace('−', "-").replace(',', "").parse().ok()
}

/// Returns a page without the tables that `reproduce` writes into it.
pub(crate) fn without_included_tables(page: &str) -> String {
    let mut parts = page.split("\n<!-- table: ");
    let first = parts.next().unwrap_or_default().to_owned();
    let after =
        |part: &str| part.split_once("<!-- end of table -->").expect("the mark is closed").1.to_owned();
    first + &parts.map(after).collect::<String>()
}

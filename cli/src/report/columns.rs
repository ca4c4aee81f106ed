//! Tables that are printed line by line, as results come in.

/// Which edge the cells of a column keep to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// The columns of a table: a heading, a width, an alignment. Wider cells push the rest of their line.
#[derive(Clone, Debug)]
pub(crate) struct Columns(Vec<(&'static str, usize, Align)>);

impl Columns {
    /// A table of these columns.
    pub(crate) fn new(columns: &[(&'static str, usize, Align)]) -> Self {
        Self(columns.to_vec())
    }

    /// The headings.
    pub(crate) fn head(&self) -> String {
        let headings: Vec<_> = self.0.iter().map(|(heading, ..)| (*heading).to_owned()).collect();
        self.row(&headings)
    }

    /// One line.
    pub(crate) fn row(&self, cells: &[String]) -> String {
        debug_assert_eq!(cells.len(), self.0.len());
        let mut line = String::new();
        for (cell, &(_, width, align)) in cells.iter().zip(&self.0) {
            line += &match align {
                Align::Left => format!("{cell:<width$}  "),
                Align::Right => format!("{cell:>width$}  "),
            };
        }
        line.trim_end().to_owned()
    }
}

/// A whole table, to be printed or shown on a page.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// What it shows.
    pub(crate) caption: &'static str,
    columns: Vec<(&'static str, usize, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table of these columns and rows.
    pub(crate) fn new(
        caption: &'static str,
        columns: &[(&'static str, usize, Align)],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        Self { caption, columns: columns.to_vec(), rows: rows.into_iter().collect() }
    }

    /// The heading and the alignment of each column.
    pub(crate) fn head(&self) -> impl Iterator<Item = (&'static str, Align)> {
        self.columns.iter().map(|&(heading, _, align)| (heading, align))
    }

    /// The cells, row by row.
    pub(crate) fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Prints it, and an empty line. Text that is too long for its column is shortened.
    pub(crate) fn print(&self) -> anyhow::Result<()> {
        let columns = Columns::new(&self.columns);
        super::line(columns.head())?;
        for row in &self.rows {
            let fitted = |(cell, &(_, width, align)): (&String, &(_, usize, Align))| match align {
                Align::Left => super::shortened(cell, width),
                Align::Right => cell.clone(),
            };
            let cells: Vec<String> = row.iter().zip(&self.columns).map(fitted).collect();
            super::line(columns.row(&cells))?;
        }
        Ok(super::line("")?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_under_their_headings() {
        let columns = Columns::new(&[("depth", 5, Align::Right), ("line", 0, Align::Left)]);
        assert_eq!(columns.head(), "depth  line");
        assert_eq!(columns.row(&["7".to_owned(), "f5 d6".to_owned()]), "    7  f5 d6");
    }
}

//! [`Layout`]: where the places of a board are on the screen.

use anyply_framework::{Geometry, Ground, Point};
use ratatui::layout::{Position, Rect};

/// A board at a size, put somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    scale: Scale,
    /// The cell of the point at 0, 0.
    origin: (i32, i32),
}

/// How far neighbours in a row are apart, in columns, and rows of places, in lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scale {
    pub(super) across: i32,
    pub(super) down: i32,
}

/// The largest first.
const SCALES: [Scale; 3] =
    [Scale { across: 8, down: 4 }, Scale { across: 4, down: 2 }, Scale { across: 2, down: 1 }];

/// The cells of a board around its point at 0, 0: the first and the last in each direction.
#[derive(Clone, Copy, Debug)]
struct Extent {
    columns: (i32, i32),
    rows: (i32, i32),
}

impl Scale {
    /// The sizes that a board can be drawn at.
    pub(super) fn of(ground: Ground) -> &'static [Self] {
        match ground {
            Ground::Squares => &SCALES,
            // Points of lines gain nothing by being farther apart than that; hexagons need their walls.
            Ground::Lines => &SCALES[1..],
            Ground::Hexagons => &SCALES[..2],
        }
    }

    /// Half a place, its walls left out: so far reaches what stands on it.
    pub(super) fn reach(self, ground: Ground) -> (i32, i32) {
        match ground {
            Ground::Lines => (0, 0),
            _ => ((self.across / 2 - 1).max(0), (self.down / 2 - 1).max(0)),
        }
    }

    fn cell(self, ground: Ground, at: Point) -> (i32, i32) {
        let row = if ground == Ground::Hexagons { Geometry::HEXAGON_ROW } else { Geometry::STEP };
        // Labels lie between cells: the one farther out is theirs. Out is away from 0, where the first row of
        // places is, or the last.
        let scaled = |value: i32, by: i32, step: i32| {
            let cells = (value * by).unsigned_abs().div_ceil(step.unsigned_abs());
            value.signum() * cells.cast_signed()
        };
        (scaled(at.x, self.across, Geometry::STEP), scaled(at.y, self.down, row))
    }

    fn extent(self, geometry: &Geometry) -> Extent {
        let (wall, roof) = match geometry.ground {
            // Room for the signs around a point.
            Ground::Lines => (1, 0),
            _ => (self.across / 2, self.down / 2),
        };
        let mut extent = Extent { columns: (0, 0), rows: (0, 0) };
        for place in &geometry.places {
            let (column, row) = self.cell(geometry.ground, place.at);
            extent.include(column - wall, row - roof);
            extent.include(column + wall, row + roof);
        }
        for label in &geometry.labels {
            let (column, row) = self.cell(geometry.ground, label.at);
            let first = column - text_before(geometry, label.at, &label.text);
            extent.include(first, row);
            extent.include(first + label.text.chars().count() as i32 - 1, row);
        }
        extent
    }
}

impl Extent {
    fn include(&mut self, column: i32, row: i32) {
        self.columns = (self.columns.0.min(column), self.columns.1.max(column));
        self.rows = (self.rows.0.min(row), self.rows.1.max(row));
    }

    fn size(self) -> (u16, u16) {
        let length = |(first, last): (i32, i32)| u16::try_from(last - first + 1).unwrap_or(u16::MAX);
        (length(self.columns), length(self.rows))
    }
}

/// How much of a label's text stands left of its cell: all of it left of the board, so that numbers end at
/// the same column.
pub(super) fn text_before(geometry: &Geometry, at: Point, text: &str) -> i32 {
    let first = geometry.places.iter().filter(|place| place.at.y == at.y).map(|place| place.at.x).min();
    if first.is_some_and(|first| at.x < first) { text.chars().count() as i32 - 1 } else { 0 }
}

impl Layout {
    /// The columns and lines that the board takes at its smallest.
    pub(super) fn least(geometry: &Geometry) -> (u16, u16) {
        let smallest = Scale::of(geometry.ground).last().expect("every board has a size");
        smallest.extent(geometry).size()
    }

    /// The columns of the largest board that is at most this large, if there is one.
    pub(super) fn width(geometry: &Geometry, most: (u16, u16)) -> Option<u16> {
        Self::largest(geometry, most).map(|(_, extent)| extent.size().0)
    }

    fn largest(geometry: &Geometry, most: (u16, u16)) -> Option<(Scale, Extent)> {
        let sizes = Scale::of(geometry.ground).iter().map(|&scale| (scale, scale.extent(geometry)));
        let fits = |(_, extent): &(Scale, Extent)| {
            let size = extent.size();
            size.0 <= most.0 && size.1 <= most.1
        };
        sizes.into_iter().find(fits)
    }

    /// The largest board that fits into the area, in its middle.
    pub(super) fn fit(geometry: &Geometry, area: Rect) -> Option<Self> {
        let (scale, extent) = Self::largest(geometry, (area.width, area.height))?;
        let (width, height) = extent.size();
        let left = i32::from(area.x + (area.width - width) / 2);
        let top = i32::from(area.y + (area.height - height) / 2);
        Some(Self { scale, origin: (left - extent.columns.0, top - extent.rows.0) })
    }

    pub(super) fn scale(&self) -> Scale {
        self.scale
    }

    /// The cell of a point: column and row of the screen.
    pub(super) fn cell(&self, ground: Ground, at: Point) -> (i32, i32) {
        let (column, row) = self.scale.cell(ground, at);
        (self.origin.0 + column, self.origin.1 + row)
    }

    /// The place whose cells these are.
    pub(super) fn place_at(&self, geometry: &Geometry, at: Position) -> Option<usize> {
        let (column, row) = (i32::from(at.x), i32::from(at.y));
        let off = |place: usize| {
            let middle = self.cell(geometry.ground, geometry.places[place].at);
            ((column - middle.0).abs(), (row - middle.1).abs())
        };
        let Scale { across, down } = self.scale;
        let near = |&place: &usize| off(place).0 <= across / 2 && off(place).1 <= down / 2;
        // Walls belong to two places: to the nearer one, or the first.
        (0..geometry.places.len())
            .filter(near)
            .min_by_key(|&place| off(place).0 * down + off(place).1 * across)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyply_games::{AnyGame, TextGame};

    #[test]
    fn every_board_fits_a_small_terminal_beside_its_panel() {
        for game in AnyGame::all() {
            let (width, height) = Layout::least(&game.geometry());
            assert!(width <= 52 && height <= 22, "{} {:?}: {width}x{height}", game.name(), game.variant());
        }
    }

    #[test]
    fn no_label_is_on_a_place_or_its_walls_whichever_way_up_the_board_is() {
        for geometry in AnyGame::all().flat_map(|game| [game.geometry(), game.geometry().turned()]) {
            for scale in Scale::of(geometry.ground) {
                let cell = |at: Point| scale.cell(geometry.ground, at);
                let (wall, roof) = if geometry.ground == Ground::Lines {
                    (0, 0)
                } else {
                    (scale.across / 2, scale.down / 2)
                };
                for label in &geometry.labels {
                    let (column, row) = cell(label.at);
                    let on = |at: (i32, i32)| (column - at.0).abs() <= wall && (row - at.1).abs() <= roof;
                    let on = geometry.places.iter().find(|place| on(cell(place.at)));
                    assert!(on.is_none(), "{label:?} on {on:?} at {scale:?}");
                }
            }
        }
    }

    #[test]
    fn a_click_on_the_middle_of_a_place_is_on_that_place() {
        for geometry in AnyGame::all().flat_map(|game| [game.geometry(), game.geometry().turned()]) {
            for area in [Rect::new(0, 0, 52, 22), Rect::new(3, 1, 120, 60)] {
                let layout = Layout::fit(&geometry, area).unwrap();
                for (number, place) in geometry.places.iter().enumerate() {
                    let (column, row) = layout.cell(geometry.ground, place.at);
                    let at = Position::new(column.try_into().unwrap(), row.try_into().unwrap());
                    assert!(area.contains(at), "{}", place.name);
                    assert_eq!(layout.place_at(&geometry, at), Some(number), "{}", place.name);
                }
                assert_eq!(layout.place_at(&geometry, Position::new(500, 500)), None);
            }
        }
    }
}

//! A ground of hexagons: their walls, shared by neighbours. Those that are out of play are drawn without
//! ground, below the others.

use super::{Picture, fill, put};
use crate::screens::tui::layout::Layout;
use anyply_framework::{Ground, Look as Whose};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

pub(super) fn draw(picture: &Picture<'_>, layout: &Layout, buffer: &mut Buffer) {
    let gone = |place: &usize| picture.pieces[*place].look == Whose::Gone;
    let (out, playing): (Vec<usize>, Vec<usize>) = (0..picture.pieces.len()).partition(gone);
    for place in out {
        hexagon(picture.middle(place, layout), layout, picture.look.faint(), buffer);
    }
    for place in playing {
        hexagon(picture.middle(place, layout), layout, picture.look.ground(Ground::Hexagons), buffer);
    }
}

fn hexagon((column, row): (i32, i32), layout: &Layout, style: Style, buffer: &mut Buffer) {
    let (wall, slope) = (layout.scale().across / 2, layout.scale().down / 2);
    fill(buffer, (column - wall, row - slope + 1), (column + wall, row + slope - 1), style);
    for line in row - slope + 1..row + slope {
        put(buffer, (column - wall, line), "|", Some(style));
        put(buffer, (column + wall, line), "|", Some(style));
    }
    // Corners belong to three hexagons; a gap between grounds would look worse than a corner too many at the
    // edge.
    for line in [row - slope, row + slope] {
        fill(buffer, (column - wall, line), (column + wall, line), style);
    }
    // Slopes rise by one line over half the width.
    let (rising, falling) = if wall > 2 { (".-'", "'-.") } else { ("/", "\\") };
    put(buffer, (column - wall + 1, row - slope), rising, Some(style));
    put(buffer, (column + 1, row - slope), falling, Some(style));
    put(buffer, (column - wall + 1, row + slope), falling, Some(style));
    put(buffer, (column + 1, row + slope), rising, Some(style));
}

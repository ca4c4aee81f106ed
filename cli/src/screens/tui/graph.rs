//! The graph: what each position of the game was worth, Black's advantage upwards.

use super::screen::Screen;
use crate::report;
use anyply_framework::{Distance, Score};
use anyply_games::TextGame;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

/// What the graph shows and how high it reaches.
pub(super) fn title(screen: &Screen) -> String {
    format!("Black up, to {} {}", report::digits(reach(screen), 2), screen.table.game.unit())
}

// The largest value, in units; at least one, and wins left out: they always reach to the edge.
fn reach(screen: &Screen) -> f64 {
    let made = screen.table.game.moves_made().len();
    let values = (0..=made).filter_map(|ply| screen.evaluations.at(ply));
    let ordinary = values.filter(|score| score.distance().is_none()).map(|score| score.units().abs());
    ordinary.fold(1.0, f64::max)
}

/// Draws a column for each position, or for each few if there are more than columns.
pub(super) fn draw(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let count = screen.table.game.moves_made().len() + 1;
    let columns = usize::from(area.width);
    // Lines in pairs, so that the middle is between two.
    let half = area.height / 2;
    let reach = reach(screen);
    for column in 0..count.min(columns) {
        let ply = if count > columns { column * (count - 1) / (columns - 1).max(1) } else { column };
        let x = area.x + column as u16;
        let style = if ply == screen.view.ply { screen.look.pointed() } else { screen.look.plain() };
        let Some(score) = screen.evaluations.at(ply) else { continue };
        let height = height(score, reach, i32::from(half) * 2);
        let middle = area.y + half;
        let mut put = |y: u16, sign: &str| {
            if let Some(cell) = frame.buffer_mut().cell_mut(Position::new(x, y)) {
                cell.set_symbol(sign).set_style(style);
            }
        };
        let (full, rest) = ((height.unsigned_abs() / 2) as u16, height % 2 != 0);
        match height {
            0 => put(middle - 1, "_"),
            1.. => {
                (1..=full).for_each(|line| put(middle - line, "█"));
                if rest {
                    put(middle - full - 1, "▄");
                }
            }
            _ => {
                (0..full).for_each(|line| put(middle + line, "█"));
                if rest {
                    put(middle + full, "▀");
                }
            }
        }
    }
}

/// Half lines from the middle, `most` at most.
fn height(score: Score, reach: f64, most: i32) -> i32 {
    match score.distance() {
        Some(Distance::Win(_)) => most,
        Some(Distance::Loss(_)) => -most,
        None => (score.units() / reach * f64::from(most)).round() as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_reach_as_far_as_the_largest_and_wins_to_the_edge() {
        assert_eq!(height(Score::from_units(8), 8.0, 6), 6);
        assert_eq!(height(Score::from_units(-4), 8.0, 6), -3);
        assert_eq!(height(Score::from_cents(10), 8.0, 6), 0);
        assert_eq!(height(Score::win_in(3), 8.0, 6), 6);
        assert_eq!(height(-Score::win_in(3), 8.0, 6), -6);
    }
}

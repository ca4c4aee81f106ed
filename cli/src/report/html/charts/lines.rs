//! Lines over depths or plies, each with its number at its end.

use super::{COLOURS, Drawn, FONT, GRID, INK, WIDTH, colour, finished};
use crate::report;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// What the axes of a chart are.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// Below the chart.
    pub(crate) x: String,
    /// Above the chart.
    pub(crate) y: String,
    /// Whether each step upwards is ten times as much.
    pub(crate) logarithmic: bool,
}

/// A line.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// What it is called in the legend.
    pub(crate) name: String,
    /// From left to right.
    pub(crate) points: Vec<(i32, f64)>,
}

const HEIGHT: u32 = 280;
// What stands below the chart.
const BELOW: u32 = 38;
// Numbers at the ends of lines keep so far apart, where there is room, between these heights.
const APART: i32 = 13;
const HIGHEST: i32 = 18;
const LOWEST: i32 = (HEIGHT - BELOW) as i32;

/// Draws lines; nothing where there is no line to draw.
pub(in crate::report::html) fn lines(axis: &Axis, series: &[Series]) -> Option<(String, (u32, u32))> {
    let points = || series.iter().flat_map(|series| &series.points);
    let (first, last) = (points().map(|point| point.0).min()?, points().map(|point| point.0).max()?);
    let least = points().map(|point| point.1).fold(f64::INFINITY, f64::min);
    // What falls below 0 is drawn there.
    let lowest = least.min(0.0);
    let most = points().map(|point| point.1).fold(0.0, f64::max);
    if first == last || most <= lowest || (axis.logarithmic && least <= 0.0) {
        return None;
    }
    let x = first..last;
    let mut svg = String::new();
    let drawn = if axis.logarithmic {
        let y = (least / 1.3..most * 1.3).log_scale();
        draw(&mut svg, axis, series, x, y)
    } else {
        draw(&mut svg, axis, series, x, lowest * 1.05..most * 1.05)
    };
    drawn.ok()?;
    Some((finished(&svg), (WIDTH, HEIGHT)))
}

fn draw<Y>(svg: &mut String, axis: &Axis, series: &[Series], x: std::ops::Range<i32>, y: Y) -> Drawn
where
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: ValueFormatter<f64> + Ranged<ValueType = f64>,
{
    let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    let text = FONT.into_font().color(&INK);
    let steps = (x.end - x.start + 1) as usize;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(24)
        .margin_right(26)
        .set_label_area_size(LabelAreaPosition::Left, 46)
        .set_label_area_size(LabelAreaPosition::Bottom, BELOW)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .disable_x_mesh()
        .x_labels(steps.min(12))
        .y_labels(6)
        .x_desc(axis.x.as_str())
        .x_label_style(text.clone())
        .y_label_style(text.clone())
        .axis_desc_style(text.clone())
        .y_label_formatter(&|value| shown(*value))
        .draw()?;
    // Beside the axis it would stand on its head and take room from the lines.
    root.draw(&Text::new(axis.y.clone(), (4, 4), text))?;
    let mut ends = Vec::new();
    for (number, series) in series.iter().enumerate() {
        let style = colour(number);
        // Beyond the last colour they begin again, with thinner lines; the numbers tell them apart.
        let width = if number < COLOURS { 2 } else { 1 };
        chart.draw_series(LineSeries::new(series.points.iter().copied(), style.stroke_width(width)))?;
        chart.draw_series(series.points.iter().map(|&point| Circle::new(point, 2, style.filled())))?;
        if let Some(&last) = series.points.last() {
            ends.push((number, chart.backend_coord(&last)));
        }
    }
    apart(&mut ends);
    for (number, (x, y)) in ends {
        let middle = Pos::new(HPos::Left, VPos::Center);
        let style = FONT.into_font().color(&colour(number)).pos(middle);
        root.draw(&Text::new((number + 1).to_string(), (x + 6, y), style))?;
    }
    root.present()?;
    Ok(())
}

// Moves the numbers of lines that end near each other apart.
fn apart(ends: &mut [(usize, (i32, i32))]) {
    ends.sort_by_key(|&(_, (x, y))| (x, y));
    for group in ends.chunk_by_mut(|one, other| (one.1.0 - other.1.0).abs() < APART) {
        group.sort_by_key(|end| end.1.1);
        // Closer together where they are too many for the chart.
        let apart = APART.min((LOWEST - HIGHEST) / (group.len() as i32 - 1).max(1));
        // Those that would touch, by their count and the sum of their heights, stand around their common
        // middle, within the chart.
        let highest = |(count, sum): (i32, i32)| {
            let reach = (count - 1) * apart;
            (sum / count - reach / 2).clamp(HIGHEST, LOWEST - reach)
        };
        let mut runs: Vec<(i32, i32)> = Vec::new();
        for end in group.iter() {
            let mut run = (1, end.1.1);
            while let Some(above) = runs.pop_if(|above| highest(*above) + above.0 * apart > highest(run)) {
                run = (above.0 + run.0, above.1 + run.1);
            }
            runs.push(run);
        }
        let heights =
            runs.iter().flat_map(|&run| (0..run.0).map(move |number| highest(run) + number * apart));
        for (end, height) in group.iter_mut().zip(heights) {
            end.1.1 = height;
        }
    }
}

fn shown(value: f64) -> String {
    let text = report::compact(value);
    let (number, prefix) = text.split_once(' ').unwrap_or((&text, ""));
    let number =
        if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    format!("{number}{prefix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_the_same_place_are_moved_apart() {
        let mut ends = vec![(0, (100, 50)), (1, (100, 51)), (2, (100, 52)), (3, (200, 51))];
        apart(&mut ends);
        let heights: Vec<_> = ends.iter().take(3).map(|end| end.1.1).collect();
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= APART), "{ends:?}");
        assert_eq!(ends[3], (3, (200, 51)));
    }

    #[test]
    fn numbers_that_are_moved_apart_stay_within_the_chart() {
        for (count, distance) in [(12, APART), (30, 7)] {
            for height in [HIGHEST, 100, LOWEST] {
                let mut ends: Vec<_> = (0..count).map(|number| (number, (300, height))).collect();
                apart(&mut ends);
                let heights: Vec<_> = ends.iter().map(|end| end.1.1).collect();
                assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= distance), "{heights:?}");
                assert!(heights.iter().all(|height| (HIGHEST..=LOWEST).contains(height)), "{heights:?}");
            }
        }
    }

    #[test]
    fn a_number_far_from_those_that_crowd_stays_where_it_is() {
        let heights = [60, 200, 200, 200, 200, 200];
        let mut ends: Vec<_> =
            heights.into_iter().enumerate().map(|(number, y)| (number, (300, y))).collect();
        apart(&mut ends);
        let heights: Vec<_> = ends.iter().map(|end| end.1.1).collect();
        assert_eq!(heights, [60, 174, 187, 200, 213, 226]);
    }

    #[test]
    fn numbers_far_apart_in_height_stay_where_they_are() {
        let mut ends = vec![(0, (300, 200)), (1, (305, 60)), (2, (310, 130))];
        apart(&mut ends);
        ends.sort();
        assert_eq!(ends, [(0, (300, 200)), (1, (305, 60)), (2, (310, 130))]);
    }

    #[test]
    fn what_is_below_nothing_is_drawn_within_the_chart() {
        let axis = Axis { x: String::new(), y: String::new(), logarithmic: false };
        let series = Series { name: String::new(), points: vec![(1, -1.0), (2, -3.0)] };
        let (drawing, _) = lines(&axis, &[series]).expect("a line");
        let heights: Vec<u32> = drawing
            .split("cy=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().and_then(|height| height.parse().ok()).expect("a number"))
            .collect();
        assert!(heights.len() == 2 && heights[0] < heights[1] && heights[1] < HEIGHT - BELOW, "{heights:?}");
    }

    #[test]
    fn a_single_depth_is_no_line() {
        let axis = Axis { x: String::new(), y: String::new(), logarithmic: true };
        let series = Series { name: String::new(), points: vec![(3, 10.0)] };
        assert!(lines(&axis, &[series]).is_none());
        assert!(lines(&axis, &[]).is_none());
    }
}

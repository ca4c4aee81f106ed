//! Bars, each below its name and with its figure in words: any name fits on a narrow screen.

use super::{Drawn, FONT, GRID, INK, WIDTH, colour, finished};
use crate::report;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A figure with its interval.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    /// What it is the figure of.
    pub(crate) name: String,
    /// None where nothing is known.
    pub(crate) value: Option<f64>,
    /// The lower end of the interval; without one it has no end.
    pub(crate) low: Option<f64>,
    /// The upper end.
    pub(crate) high: Option<f64>,
    /// The figure in words.
    pub(crate) label: String,
}

/// What the length of a bar says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    /// A share of a whole, from 0 to 1.
    Share,
    /// How many times as much, on a logarithmic scale from 1, which is the same.
    Ratio,
    /// More or less than 0.
    Signed,
}

// Above each bar, for a line of its name and its figure.
const WORDS: i32 = 19;
// Below its words.
const BODY: i32 = 19;
// Characters of a line, of which most are narrower than that.
const LINE: usize = 46;
const THICK: i32 = 12;
const MARGIN: i32 = 8;
const FOOT: i32 = 26;
const RIGHT: i32 = WIDTH as i32 - MARGIN;

/// Draws bars below each other; nothing where no bar has a value.
pub(in crate::report::html) fn bars(scale: Scale, bars: &[Bar]) -> Option<(String, (u32, u32))> {
    if bars.iter().all(|bar| bar.value.is_none()) {
        return None;
    }
    let rows = rows(bars);
    let height = (rows.last().map_or(0, Row::end) + FOOT) as u32;
    let mut svg = String::new();
    draw(&mut svg, &Ruler::new(scale, bars), &rows, height).ok()?;
    Some((finished(&svg), (WIDTH, height)))
}

/// A bar where it is drawn.
struct Row<'a> {
    bar: &'a Bar,
    /// Its name, in as many lines as it takes. The figure stands at the end of the last.
    lines: Vec<String>,
    top: i32,
}

impl Row<'_> {
    // Where the words end.
    fn body(&self) -> i32 {
        self.top + WORDS * self.lines.len() as i32
    }

    fn end(&self) -> i32 {
        self.body() + BODY
    }
}

fn rows(bars: &[Bar]) -> Vec<Row<'_>> {
    let mut top = 0;
    let row = |bar| {
        let row = Row { bar, lines: lines(bar), top };
        top = row.end();
        row
    };
    bars.iter().map(row).collect()
}

fn lines(bar: &Bar) -> Vec<String> {
    let letters: Vec<char> = bar.name.chars().collect();
    let mut lines: Vec<String> = letters.chunks(LINE).map(|line| line.iter().collect()).collect();
    let last = (letters.len() + LINE - 1) % LINE + 1;
    if lines.is_empty() || last + bar.label.chars().count() + 2 > LINE {
        lines.push(String::new());
    }
    lines
}

/// From values to places.
struct Ruler {
    scale: Scale,
    from: f64,
    to: f64,
}

impl Ruler {
    fn new(scale: Scale, bars: &[Bar]) -> Self {
        let mut all: Vec<f64> =
            bars.iter().flat_map(|bar| [bar.value, bar.low, bar.high]).flatten().collect();
        all.retain(|value| value.is_finite() && (scale != Scale::Ratio || *value > 0.0));
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (from, to) = match scale {
            Scale::Share => (0.0, 1.0),
            Scale::Ratio => (least.min(0.5).log10(), most.max(2.0).log10()),
            Scale::Signed => {
                let most = least.abs().max(most.abs()).clamp(50.0, 800.0) * 1.1;
                (-most, most)
            }
        };
        Self { scale, from, to }
    }

    fn place(&self, value: f64) -> i32 {
        let value = if self.scale == Scale::Ratio { value.max(1e-9).log10() } else { value };
        let share = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        MARGIN + (share * f64::from(RIGHT - MARGIN)).round() as i32
    }

    // Where bars begin.
    const fn base(&self) -> f64 {
        if matches!(self.scale, Scale::Ratio) { 1.0 } else { 0.0 }
    }

    // Round figures along the foot, with their names.
    fn ticks(&self) -> Vec<(f64, String)> {
        let named = |value: f64, name: String| (value, name);
        match self.scale {
            Scale::Share => {
                [0.0, 0.25, 0.5, 0.75, 1.0].map(|v| named(v, format!("{:.0} %", 100.0 * v))).into()
            }
            Scale::Signed => {
                let step =
                    [10.0, 25.0, 50.0, 100.0, 200.0, 400.0].into_iter().find(|step| self.to / step < 3.0);
                let step = step.unwrap_or(400.0);
                let count = (self.to / step) as i32;
                (-count..=count)
                    .map(|i| f64::from(i) * step)
                    .map(|v| named(v, if v == 0.0 { "0".to_owned() } else { format!("{v:+.0}") }))
                    .collect()
            }
            Scale::Ratio => {
                let powers = self.from.floor() as i32..=self.to.ceil() as i32;
                let wide = self.to - self.from > 3.0;
                let steps: &[f64] = if wide { &[1.0] } else { &[1.0, 2.0, 5.0] };
                let values = powers.flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
                let inside = values.filter(|value| (self.from..=self.to).contains(&value.log10()));
                inside.map(|value| named(value, format!("×{}", plain(value)))).collect()
            }
        }
    }
}

fn plain(value: f64) -> String {
    if value < 1000.0 { format!("{}", (value * 1e6).round() / 1e6) } else { report::compact(value) }
}

fn draw(svg: &mut String, ruler: &Ruler, rows: &[Row<'_>], height: u32) -> Drawn {
    let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
    let anchored = |h, v| FONT.into_font().color(&INK).pos(Pos::new(h, v));
    let foot = height as i32 - FOOT + 4;
    let mut free = i32::MIN;
    for (value, name) in ruler.ticks() {
        let x = ruler.place(value);
        upright(&root, rows, x, GRID)?;
        let half = 4 * name.chars().count() as i32;
        let middle = x.clamp(half, WIDTH as i32 - half);
        if middle - half > free {
            root.draw(&Text::new(name, (middle, foot + 4), anchored(HPos::Center, VPos::Top)))?;
            free = middle + half;
        }
    }
    let base = ruler.place(ruler.base());
    upright(&root, rows, base, INK)?;
    for row in rows {
        let bar = row.bar;
        for (number, line) in (0..).zip(&row.lines) {
            let place = (MARGIN, row.top + number * WORDS + 4);
            root.draw(&Text::new(line.clone(), place, anchored(HPos::Left, VPos::Top)))?;
        }
        let place = (RIGHT, row.body() - WORDS + 4);
        root.draw(&Text::new(bar.label.clone(), place, anchored(HPos::Right, VPos::Top)))?;
        let Some(value) = bar.value else { continue };
        let (top, end) = (row.body() + 2, ruler.place(value));
        let corners = [(base.min(end), top), (base.max(end), top + THICK)];
        // Pale, for the interval to stand out from it in dark and light.
        root.draw(&Rectangle::new(corners, colour(0).mix(0.55).filled()))?;
        whisker(&root, ruler, bar, top + THICK / 2)?;
    }
    root.present()?;
    Ok(())
}

// A line from top to bottom that leaves room for the words of each row.
fn upright<B: DrawingBackend>(
    root: &DrawingArea<B, plotters::coord::Shift>,
    rows: &[Row<'_>],
    x: i32,
    style: RGBColor,
) -> Drawn
where
    B::ErrorType: 'static,
{
    for row in rows {
        root.draw(&PathElement::new([(x, row.body()), (x, row.end())], style))?;
    }
    Ok(())
}

// The interval: a line with a stop at each end that it has, to the edge where it has none.
fn whisker<B: DrawingBackend>(
    root: &DrawingArea<B, plotters::coord::Shift>,
    ruler: &Ruler,
    bar: &Bar,
    y: i32,
) -> Drawn
where
    B::ErrorType: 'static,
{
    let from = bar.low.map_or(MARGIN, |low| ruler.place(low));
    let to = bar.high.map_or(RIGHT, |high| ruler.place(high));
    root.draw(&PathElement::new([(from, y), (to, y)], INK))?;
    for (x, _) in [(from, bar.low), (to, bar.high)].into_iter().filter(|(_, end)| end.is_some()) {
        root.draw(&PathElement::new([(x, y - 4), (x, y + 4)], INK))?;
    }
    Ok(())
}

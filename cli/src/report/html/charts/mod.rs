//! Charts as SVG that takes its colours from the page, so that it suits dark and light.

mod bars;
mod lines;

pub(super) use bars::bars;
pub(crate) use bars::{Bar, Scale};
pub(super) use lines::lines;
pub(crate) use lines::{Axis, Series};

use plotters::style::RGBColor;

/// A chart with everything said about it in words.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// Different for every chart of a page.
    pub(super) id: String,
    /// What it shows.
    pub(super) title: String,
    /// How to read it.
    pub(super) caption: String,
    /// The same figures as a sentence, for those who cannot see it.
    pub(super) description: String,
    /// The drawing, without the `svg` element around it.
    pub(super) drawing: String,
    /// Its size in the drawing's own units.
    pub(super) size: (u32, u32),
    /// The names of numbered series.
    pub(super) legend: Vec<Entry>,
}

/// What a number in a chart stands for.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// As it stands in the chart.
    pub(super) number: usize,
    /// Its colour's number in the style sheet.
    pub(super) colour: usize,
    /// What it is called.
    pub(super) name: String,
}

/// As wide as a telephone shows without making letters smaller.
const WIDTH: u32 = 340;
/// Plotters counts the height of a line, not of a letter.
const FONT: (&str, u32) = ("sans-serif", 14);
/// So many colours has the style sheet.
pub(super) const COLOURS: usize = 8;

// Stand-ins that are exchanged for the colours of the style sheet once the drawing is finished.
const INK: RGBColor = RGBColor(0, 0, 1);
const GRID: RGBColor = RGBColor(0, 0, 2);

const fn colour(number: usize) -> RGBColor {
    RGBColor(0, 1, (number % COLOURS) as u8)
}

/// What can go wrong in drawing: nothing that a reader could mend.
type Drawn = Result<(), Box<dyn std::error::Error>>;

// The elements of a finished drawing, with the stand-ins exchanged.
fn finished(svg: &str) -> String {
    let begin = svg.find('>').map_or(0, |end| end + 1);
    let inside = svg[begin..].trim().trim_end_matches("</svg>");
    let mut text = inside.replace(" font-family=\"sans-serif\"", "");
    for of in ["fill", "stroke"] {
        text = text.replace(&format!("{of}=\"#000001\""), &format!("class=\"{of}-ink\""));
        text = text.replace(&format!("{of}=\"#000002\""), &format!("class=\"{of}-grid\""));
        for number in 0..COLOURS {
            let stand_in = format!("{of}=\"#0001{number:02X}\"");
            text = text.replace(&stand_in, &format!("class=\"{of}-c{number}\""));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_colour_of_its_own_is_left_in_a_drawing() {
        let axis = Axis { x: "depth".to_owned(), y: "nodes".to_owned(), logarithmic: true };
        let series = |name: &str, height: f64| Series {
            name: name.to_owned(),
            points: (1..6).map(|x| (x, height.powi(x))).collect(),
        };
        let many: Vec<_> = (2..14).map(|i| series(&format!("<{i}> & \"more\""), f64::from(i))).collect();
        let chart = lines(&axis, &many).unwrap();
        assert!(!chart.0.contains("\"#"), "{}", chart.0);
        let document = format!("<svg>{}</svg>", chart.0);
        roxmltree::Document::parse(&document).unwrap();
    }

    #[test]
    fn names_are_escaped_and_bars_without_a_value_keep_their_place() {
        let bar = |name: &str, value| Bar {
            name: name.to_owned(),
            value,
            low: None,
            high: None,
            label: "a < b".to_owned(),
        };
        for scale in [Scale::Share, Scale::Ratio, Scale::Signed] {
            let (drawing, size) = bars(scale, &[bar("<b>&", Some(0.5)), bar("none", None)]).unwrap();
            let document = format!("<svg>{drawing}</svg>");
            let document = roxmltree::Document::parse(&document).unwrap();
            let texts: Vec<_> = document.descendants().filter_map(|node| node.text()).collect();
            assert!(texts.iter().any(|text| text.trim() == "<b>&"), "{texts:?}");
            assert!(texts.iter().any(|text| text.trim() == "none"), "{texts:?}");
            assert_eq!(size.0, WIDTH);
        }
        assert!(bars(Scale::Share, &[bar("none", None)]).is_none());
    }

    #[test]
    fn a_long_name_stands_above_its_figure_and_an_interval_without_ends_is_drawn() {
        let bar = |name: &str| Bar {
            name: name.to_owned(),
            value: Some(0.0),
            low: None,
            high: None,
            label: "+0 [-inf, +inf]".to_owned(),
        };
        let heights = |name: &str| {
            let drawing = bars(Scale::Signed, &[bar(name)]).unwrap().0;
            let document = format!("<svg>{drawing}</svg>");
            let document = roxmltree::Document::parse(&document).unwrap();
            let edge = (WIDTH - 8).to_string();
            let line = |node: &roxmltree::Node<'_, '_>| {
                node.attribute("points").is_some_and(|points| points.contains("8,") && points.contains(&edge))
            };
            assert!(document.descendants().any(|node| line(&node)), "{drawing}");
            let texts = document.descendants().filter(|node| node.has_tag_name("text"));
            let places = texts.filter(|node| !node.text().unwrap_or_default().trim().is_empty());
            places
                .map(|node| (node.text().unwrap().trim().to_owned(), node.attribute("y").unwrap().to_owned()))
                .collect::<Vec<_>>()
        };
        let height = |found: &[(String, String)], text: &str| {
            found.iter().find(|(found, _)| found == text).map(|(_, height)| height.clone()).unwrap()
        };
        let short = heights("a – b");
        assert_eq!(height(&short, "a – b"), height(&short, "+0 [-inf, +inf]"));
        let name = "the-first-of-long-names – the-other-long-name";
        let long = heights(name);
        assert_ne!(height(&long, name), height(&long, "+0 [-inf, +inf]"));
    }
}

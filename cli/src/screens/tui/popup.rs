//! What lies over the board: the keys, the choice of a new game, a question, a text.

use super::form::Form;
use super::screen::{Popup, Screen};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

/// Fits a terminal of 80 columns and 24 lines.
const HELP: &str = "\
arrows, h j k l      move the cursor         t      hint
Tab, Shift-Tab       next legal place        y      the computer's reasons
Enter, Space, click  choose it; a stack      u  r   undo, redo
                     first, then where to    w      swap sides
Esc, right click     put it back             n      new game, rules, level
:  or  m             type a move or a word   x      resign
b                    turn the board          + -    the computer's level
[ ], PgUp, PgDn      walk through the moves  a      analysis, live
Home, End            first, last             d      dots on legal moves
g                    go on from there        s  o   save, open a saved game
.                    the computer moves now  q      leave; the game is saved

Words, after : , may be cut short: hint, undo, redo, moves, turn, why, swap,
save FILE, load FILE, level N, resign, new, help, quit.  Ctrl-L draws anew.

>x<  cursor      [x]  last move      (x)  has just changed
{x}  chosen      ?x?  hint           .    legal move        x  forbidden
";

/// Where the second column of keys begins.
const SECOND: usize = 45;

// Where the two columns do not fit beside each other, one stands above the other, the words of each closer
// together.
fn help(room: u16, pieces: &str) -> Vec<String> {
    let lines: Vec<&str> = HELP.lines().chain([pieces]).collect();
    if room >= 80 {
        return lines.into_iter().map(str::to_owned).collect();
    }
    let (keys, rest) = lines.split_at(lines.iter().position(|line| line.is_empty()).unwrap_or(lines.len()));
    let (first, second): (Vec<_>, Vec<_>) =
        keys.iter().map(|key| key.split_at(SECOND.min(key.len()))).unzip();
    let told = [first, second].concat().into_iter().map(str::trim_end).filter(|key| !key.is_empty());
    let closer = |key: &str| match key.split_once("   ") {
        Some((key, does)) => format!("{key}  {}", does.trim_start()),
        None => key.to_owned(),
    };
    told.map(closer).chain(rest.iter().map(|&line| line.to_owned())).collect()
}

/// Draws what lies over the board, if anything does.
pub(super) fn draw(screen: &mut Screen, frame: &mut Frame<'_>, area: Rect) {
    if let Some(Popup::Help(from)) = screen.popup {
        screen.popup = Some(Popup::Help(draw_help(screen, frame, area, from)));
        return;
    }
    match &screen.popup {
        None | Some(Popup::Help(_)) => {}
        Some(Popup::NewGame(form)) => {
            let title = " New game: up, down, left, right; Enter begins, Esc does not ";
            window(screen, frame, area, title, form_lines(screen, form));
        }
        Some(Popup::Resign) => {
            window(
                screen,
                frame,
                area,
                " Resign ",
                vec![Line::from("Give the game up?  y: yes   any other key: no")],
            );
        }
        Some(Popup::Text { title, lines, from }) => {
            let lines = lines.iter().skip(*from).map(|line| Line::from(line.as_str()));
            window(
                screen,
                frame,
                area,
                &format!(" {title} (up, down; any other key closes) "),
                lines.collect(),
            );
        }
    }
}

// From this line on, where not all fit; gives back from which on it was.
fn draw_help(screen: &Screen, frame: &mut Frame<'_>, area: Rect, from: Option<usize>) -> Option<usize> {
    let pieces = match screen.look.coloured {
        true => "The number on a stack is its height; * marks a special piece.",
        false => "X is Black, O White; the number on a stack is its height, * is special.",
    };
    let mut lines: Vec<_> = help(area.width, pieces).into_iter().map(Line::from).collect();
    let (room, height) =
        (usize::from(area.width.saturating_sub(4).max(1)), usize::from(area.height.saturating_sub(2)));
    // What is wrapped at words may take a row more than its letters.
    let rows = |line: &Line<'_>| if line.width() <= room { 1 } else { line.width() / room + 2 };
    let fits = |from: &usize| lines[*from..].iter().map(rows).sum::<usize>() <= height;
    let beyond = (0..lines.len()).find(fits).unwrap_or(0);
    let from = (beyond > 0).then(|| from.unwrap_or(0).min(beyond));
    let keys = if from.is_some() { "up, down; any other key closes" } else { "any key closes this" };
    window(screen, frame, area, &format!(" Keys ({keys}) "), lines.split_off(from.unwrap_or(0)));
    from
}

fn form_lines(screen: &Screen, form: &Form) -> Vec<Line<'static>> {
    let line = |(number, (name, text)): (usize, (&str, String))| {
        let chosen = number == form.field;
        let sign = if chosen { ">" } else { " " };
        let style = if chosen { screen.look.chosen() } else { screen.look.plain() };
        Line::styled(format!("{sign} {name:<9} {text}"), style)
    };
    form.lines().into_iter().enumerate().map(line).collect()
}

// A framed box in the middle, as large as its text and the screen allow.
fn window(screen: &Screen, frame: &mut Frame<'_>, area: Rect, title: &str, lines: Vec<Line<'_>>) {
    let widest = lines.iter().map(Line::width).chain([title.chars().count()]).max().unwrap_or(0);
    let width = (widest as u16).saturating_add(4).min(area.width);
    let inner = usize::from(width.saturating_sub(4).max(1));
    let rows: usize = lines.iter().map(|line| line.width().div_ceil(inner).max(1)).sum();
    let height = u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(2).min(area.height);
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let area = Rect { x, y, width, height };
    let block = Block::bordered()
        .title(title.to_owned())
        .style(screen.look.plain())
        .padding(ratatui::widgets::Padding::horizontal(1));
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(block).wrap(Wrap { trim: false }), area);
}

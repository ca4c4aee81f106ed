//! The panel beside the board: who plays, what the computer thinks, the moves, the graph.

use super::graph;
use super::mind::{Thought, Work};
use super::screen::Screen;
use crate::report::{self, capitalised};
use crate::values::{Seat, time_text};
use anyply_framework::{Side, sized};
use anyply_games::{TextGame, TextReport};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use std::time::Duration;

/// The lines of the sections but for the moves, which get the rest: with their headings, at least and at
/// most.
const COUNTS: u16 = 2;
const THOUGHT: u16 = 5;
const GRAPH: (u16, u16) = (5, 9);
const MOVES: u16 = 3;

/// Draws the panel. Where it has not room for all, the graph goes first, then the moves.
pub(super) fn draw(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let mut rest = area;
    players(screen, frame, cut(&mut rest, 3 + COUNTS));
    let thought = cut(&mut rest, THOUGHT);
    heading(screen, frame, thought, &thought_title(screen));
    frame.render_widget(Paragraph::new(thought_lines(screen, area.width)), below_heading(thought));
    if rest.height >= GRAPH.0 + MOVES {
        let height = (rest.height / 2).clamp(GRAPH.0, GRAPH.1);
        let (moves, graph) = split(rest, rest.height - height);
        draw_moves(screen, frame, moves);
        heading(screen, frame, graph, &graph::title(screen));
        graph::draw(screen, frame, below_heading(graph));
    } else if rest.height > 0 {
        draw_moves(screen, frame, rest);
    }
}

/// Takes so many lines from the top, or what there is.
fn cut(rest: &mut Rect, height: u16) -> Rect {
    let (taken, left) = split(*rest, height.min(rest.height));
    *rest = left;
    taken
}

/// The first lines of an area, so many of them, and the rest.
fn split(area: Rect, height: u16) -> (Rect, Rect) {
    let rest = Rect { y: area.y + height, height: area.height - height, ..area };
    (Rect { height, ..area }, rest)
}

fn below_heading(area: Rect) -> Rect {
    split(area, 1.min(area.height)).1
}

fn heading(screen: &Screen, frame: &mut Frame<'_>, area: Rect, title: &str) {
    let text = format!("─ {title} {}", "─".repeat(usize::from(area.width)));
    let line = Rect { height: 1.min(area.height), ..area };
    frame.render_widget(Line::styled(text, screen.look.faint()), line);
}

fn players(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let game = &screen.table.game;
    let variant = game.variant();
    let title = format!("{}, {}", capitalised(game.name()), sized(variant.name, variant.size));
    let mut lines = vec![Line::styled(title, screen.look.strong())];
    lines.extend(Side::BOTH.map(|side| player(screen, side, area.width)));
    lines.push(Line::from(screen.view.counts.as_str()));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}

// `>X Black  you          0:12`
fn player(screen: &Screen, side: Side, width: u16) -> Line<'static> {
    let table = &screen.table;
    let who = match &table.seats[side.index()] {
        Seat::Human if table.person().is_some() => "you".to_owned(),
        Seat::Human => "a person".to_owned(),
        Seat::Computer => table.strength_beside_clock(),
        Seat::Program(program) => program.command.clone(),
    };
    let turn = if screen.view.side == side && screen.table.ended.is_none() { ">" } else { " " };
    let (emblem, style) = screen.look.emblem(side);
    let clock = clock(screen, side);
    let room = usize::from(width).saturating_sub(4 + side.name().len() + 2 + clock.chars().count() + 1);
    let who = report::shortened(&who, room.max(4));
    let told = format!(" {}  {who:<room$} {clock}", side.name());
    Line::from(vec![Span::raw(turn), Span::styled(emblem, style), Span::raw(told)])
}

// The time that is left to the computer where it has a clock, else the time taken.
fn clock(screen: &Screen, side: Side) -> String {
    let table = &screen.table;
    let left = table.clocks[side.index()].filter(|_| table.seats[side.index()] == Seat::Computer);
    let Some(clock) = left else { return minutes(screen.time_of(side)) };
    let thinking = table.game.side() == side && screen.mind.is_at(Work::Move);
    let running = if thinking { screen.mind.effort().0 } else { Duration::ZERO };
    let left = minutes(clock.left.saturating_sub(running));
    match clock.increment.is_zero() {
        true => format!("{left} left"),
        false => format!("{left}+{}", time_text(&clock.increment)),
    }
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

// A hint and reasons are for one position, and not told beside another that one looks back at.
fn shown(screen: &Screen) -> Option<&Thought> {
    let of_one = |work| matches!(work, Work::Hint | Work::Why);
    screen.mind.shown().filter(|thought| !of_one(thought.work) || thought.ply == screen.view.ply)
}

fn thought_title(screen: &Screen) -> String {
    let Some(thought) = shown(screen) else { return "Computer".to_owned() };
    let what = match thought.work {
        Work::Move if screen.mind.is_at(Work::Move) => "Thinking",
        Work::Move => "Thought",
        Work::Hint => "Hint",
        Work::Why => "A second look",
        Work::Opening | Work::Program | Work::Analysis | Work::Graph => "Analysis",
    };
    format!("{what}, for {}", thought.side.name())
}

// `depth 12  +0.29 discs`, `1.20 M  3.4 M/s`, and the line; of an analysis the best lines with their scores.
fn thought_lines(screen: &Screen, width: u16) -> Vec<Line<'static>> {
    let Some(thought) = shown(screen) else { return Vec::new() };
    let Some(report) = &thought.report else { return vec![Line::from(effort(screen, thought, None))] };
    let unit = screen.table.game.unit();
    if report.by_book {
        return vec![Line::from(format!("by the book: {}", report.best().unwrap_or_default()))];
    }
    if thought.work == Work::Analysis {
        let depth = format!("depth {}  {}", report.depth, effort(screen, thought, Some(report)));
        let told = report.lines.iter().map(|line| {
            let score = report::score(line.score, line.certainty);
            Line::from(cut_short(&format!("{score:>7}  {}", line.moves.join(" ")), width))
        });
        return std::iter::once(Line::from(depth)).chain(told).collect();
    }
    let mut lines = Vec::new();
    if let Some(line) = report.lines.first() {
        let depth = report::certainty::beside_depth(report.depth, line.certainty);
        let score = report::value(line.score, line.certainty, unit);
        lines.push(Line::styled(format!("depth {depth}  {score}"), screen.look.strong()));
        lines.push(Line::from(effort(screen, thought, Some(report))));
        let text = report_line(&line.moves, usize::from(width), 2);
        lines.extend(text.into_iter().map(Line::from));
    }
    lines
}

// `1.20 M nodes  3.4 M/s`: as they are at this moment, or as they were in the end.
fn effort(screen: &Screen, thought: &Thought, report: Option<&TextReport>) -> String {
    let running = screen.mind.is_at(thought.work);
    let (time, nodes) = match report {
        Some(report) if !running => (report.elapsed, report.nodes),
        _ => screen.mind.effort(),
    };
    let nodes = nodes.max(report.map_or(0, |report| report.nodes));
    format!("{} nodes  {}", report::grouped(nodes), report::per_second(nodes, time))
}

fn cut_short(text: &str, width: u16) -> String {
    let width = usize::from(width);
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

// Moves on at most so many lines, none of them cut in two.
fn report_line(moves: &[String], width: usize, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for mv in moves {
        let last = lines.last_mut().expect("there is one");
        if !last.is_empty() && last.chars().count() + 1 + mv.chars().count() > width {
            if lines.len() == most {
                return lines;
            }
            lines.push(mv.clone());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            *last += mv;
        }
    }
    lines
}

fn draw_moves(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let moves = screen.table.game.moves_made();
    let shown = screen.view.ply;
    heading(screen, frame, area, &format!("Moves {shown}/{}", moves.len()));
    let area = below_heading(area);
    let longest = moves.iter().map(|(_, mv)| mv.chars().count()).max().unwrap_or(2);
    let each = longest + 7;
    let columns = (usize::from(area.width) / each).max(1);
    let rows = usize::from(area.height);
    let row_of = |ply: usize| ply.saturating_sub(1) / columns;
    // The move that led to what is shown stays in sight, the last one too if it can.
    let first = row_of(moves.len()).min(row_of(shown) + rows / 2).saturating_sub(rows.saturating_sub(1));
    let rows = (first..first + rows).map(|row| {
        let entries = (row * columns..(row + 1) * columns).filter_map(|index| {
            let (side, mv) = moves.get(index)?;
            let sign = screen.look.letter(*side);
            let text = format!("{:>3} {sign} {mv:<longest$}", index + 1);
            let style = if index + 1 == shown { screen.look.chosen() } else { screen.look.plain() };
            Some([Span::styled(text, style), Span::raw(" ")])
        });
        Line::from(entries.flatten().collect::<Vec<_>>())
    });
    frame.render_widget(Paragraph::new(rows.collect::<Vec<_>>()), area);
}

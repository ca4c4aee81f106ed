//! RenLib (F. Arkbo), the libraries of renju players: one tree of moves on the board of 15 lines.
//!
//! A header of 20 bytes, then the nodes depth first, two bytes each: the square (low half the column from 1,
//! high half the row from the top, from 0; 0 is the root or a pass) and flags. Flag 01 announces two more
//! bytes of flags, the last bit of which announces a label for the point; a comment comes before the label.
//! Texts end in a zero and are filled up to an even length; a byte 8 stands between the first line of a
//! comment and the others, and before them where there is no first line. Files of version 3.0 and before may
//! lack the root.
//!
//! Every line from the root to a leaf is a game, so a game that another goes on with is not told apart from
//! it. Marks and labels are not read. RenLib does not say which rule a tree is for: the root's comment does
//! here, `rule: renju`; without it, and where none is asked for, the first rule is taken that allows all
//! moves, renju before the others.

use super::tree::{Node, NodeId, Tree};
use super::{rule_name, rule_named};
use crate::board::Square;
use crate::plugin::RULES;
use crate::rules::{Gomoku, Rule};
use anyply_framework::{Asked, FormatError, Found, Notation, Plugin, Record, Session, decoded, quoted};
use std::time::Duration;

type Game = Gomoku<15>;

const HEADER: [u8; 20] = {
    let mut header = *b"\xFFRenLib\xFF\x03\x04\0\0\0\0\0\0\0\0\0\0";
    let mut at = 10;
    while at < header.len() {
        header[at] = 0xFF;
        at += 1;
    }
    header
};
/// Where the header has its version, major and minor.
const VERSION: usize = 8;

const EXTENDED: u8 = 0x01;
const NO_MOVE: u8 = 0x02;
const COMMENT: u8 = 0x08;
const MARK: u8 = 0x10;
const OLD_COMMENT: u8 = 0x20;
const NO_CHILD: u8 = 0x40;
const HAS_SIBLING: u8 = 0x80;
/// In the second byte that [`EXTENDED`] announces.
const LABEL: u8 = 0x01;
/// Between the first line of a comment and the others.
const LINE_END: u8 = 8;

/// What the root's comment says the rule with.
const RULE: &str = "rule: ";

/// No game is longer, as each move fills a point.
const MAX_PLIES: usize = 15 * 15;
/// More nodes than this are refused: a tree takes some 80 bytes of memory for each.
const MAX_NODES: usize = 1 << 22;
/// What the games may take, roughly, in bytes. Each repeats the moves and comments that it has in common with
/// others, so a small tree can hold a great many.
const MAX_RECORDS: usize = 1 << 28;
/// What a move of a game takes besides its comment, in bytes.
const MOVE_SIZE: usize = 96;

/// Reads every line of the tree as a game. Marks and labels are left out, and what the root's comment says
/// beside the rule.
///
/// # Errors
/// [`FormatError`] for what is no library, was cut short, has passes or moves that no rule allows, or holds
/// more than fits in memory. The line is 1, the column counts bytes.
pub fn read(bytes: &[u8], asked: Asked<'_>) -> Result<Found, FormatError> {
    let (tree, marked) = Reader::new(bytes)?.tree()?;
    let said = &tree.node(Tree::ROOT).comment;
    let rule = |line: &str| rule_named(line.strip_prefix(RULE)?);
    let told = said.lines().find_map(rule).or_else(|| rule_named(asked.variant?));
    let mut found = Found::from(told.map_or_else(|| by_some_rule(&tree), |rule| games(&tree, rule))?);
    if marked {
        found.leave_out("marks and labels");
    }
    if tree.has_more_than_is_played() {
        found.leave_out("moves behind points where nobody plays");
    }
    if said.lines().any(|line| !line.trim().is_empty() && rule(line).is_none()) {
        found.leave_out(Found::FOREWORD);
    }
    Ok(found)
}

fn by_some_rule(tree: &Tree) -> Result<Vec<Record>, FormatError> {
    let mut furthest: Option<FormatError> = None;
    for rule in [Rule::Renju, Rule::Freestyle, Rule::Standard, Rule::Caro] {
        match games(tree, rule) {
            Ok(records) => return Ok(records),
            // The rule that got furthest into the file is the likeliest.
            Err(error) if furthest.as_ref().is_none_or(|other| other.column < error.column) => {
                furthest = Some(error);
            }
            Err(_) => {}
        }
    }
    Err(furthest.expect("one rule at least was tried"))
}

fn wrong(at: usize, problem: impl Into<String>) -> FormatError {
    FormatError { line: 1, column: at + 1, problem: problem.into() }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// There was a mark, a label, or a point for one where nobody plays.
    marked: bool,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, FormatError> {
        let header = bytes.get(..HEADER.len()).filter(|header| header[..VERSION] == HEADER[..VERSION]);
        let header = header.ok_or_else(|| wrong(0, "no RenLib file: expected its header of 20 bytes"))?;
        let version = (header[VERSION], header[VERSION + 1]);
        if version > (HEADER[VERSION], HEADER[VERSION + 1]) {
            return Err(wrong(
                VERSION,
                format!("version {}.{}: expected 3.4 or before", version.0, version.1),
            ));
        }
        Ok(Self { bytes, at: HEADER.len(), marked: false })
    }

    fn is_done(&self) -> bool {
        self.at == self.bytes.len()
    }

    fn pair(&mut self, due: &str) -> Result<[u8; 2], FormatError> {
        let pair = self.bytes[self.at..].first_chunk();
        let pair = pair.ok_or_else(|| wrong(self.bytes.len(), format!("cut short: expected {due}")))?;
        self.at += 2;
        Ok(*pair)
    }

    /// Goes through the nodes with the way from the root to the present one, and the lengths it is cut back
    /// to where a branch ends. Also whether there were marks or labels.
    fn tree(mut self) -> Result<(Tree, bool), FormatError> {
        let mut tree = Tree::new();
        let mut way = vec![Tree::ROOT];
        let mut branches = Vec::new();
        let mut is_first = true;
        loop {
            let at = self.at;
            let [square, flags] = self.pair("a move")?;
            let comment = self.texts(flags)?;
            self.marked |= flags & (MARK | NO_MOVE) != 0;
            if is_first && square == 0 {
                tree.root_mut().comment = comment;
            } else {
                if flags & HAS_SIBLING != 0 {
                    branches.push(way.len());
                }
                let node = Node::new(point(square, at)?, flags & NO_MOVE == 0, comment, at);
                way.push(tree.add(way[way.len() - 1], node));
                within_bounds(&tree, &way).map_err(|problem| wrong(at, problem))?;
            }
            // RenLib writes no flag at the end of a file that has nothing else.
            let is_leaf = flags & NO_CHILD != 0 || (is_first && self.is_done());
            is_first = false;
            if is_leaf {
                let Some(length) = branches.pop() else { break };
                way.truncate(length);
            }
        }
        if self.is_done() {
            Ok((tree, self.marked))
        } else {
            Err(wrong(self.at, "expected the end of the file after the last line"))
        }
    }

    /// The comment of a node; its label is passed over.
    fn texts(&mut self, flags: u8) -> Result<String, FormatError> {
        let mut labelled = false;
        if flags & EXTENDED != 0 {
            let at = self.at;
            let [high, low] = self.pair("two bytes of flags")?;
            if high != 0 || low & !LABEL != 0 {
                return Err(wrong(at, format!("flags {high:02x} {low:02x}: none that are known")));
            }
            labelled = low & LABEL != 0;
        }
        let comment = match flags {
            _ if flags & OLD_COMMENT != 0 => self.old_text()?,
            _ if flags & COMMENT != 0 => self.text()?,
            _ => Vec::new(),
        };
        if labelled {
            self.text()?;
            self.marked = true;
        }
        Ok(self::comment(&comment))
    }

    fn text(&mut self) -> Result<Vec<u8>, FormatError> {
        let mut text = Vec::new();
        loop {
            let pair = self.pair("the end of a text")?;
            text.extend(pair.into_iter().take_while(|&byte| byte != 0));
            if pair.contains(&0) {
                return Ok(text);
            }
        }
    }

    /// Before zeros ended a text, the highest bit of its last byte did.
    fn old_text(&mut self) -> Result<Vec<u8>, FormatError> {
        let mut text = Vec::new();
        loop {
            for byte in self.pair("the end of a text")? {
                text.push(byte & 0x7F);
                if byte & 0x80 != 0 {
                    return Ok(text);
                }
            }
        }
    }
}

fn within_bounds(tree: &Tree, way: &[NodeId]) -> Result<(), String> {
    // The root is no move.
    if way.len() > MAX_PLIES + 1 {
        Err("a line of more moves than the board has points".to_owned())
    } else if tree.len() > MAX_NODES {
        Err(format!("a tree of more than {MAX_NODES} moves"))
    } else {
        Ok(())
    }
}

// RenLib writes in whatever its Windows does: where that is no UTF-8, each byte stands for the character of
// its number.
fn comment(bytes: &[u8]) -> String {
    let text = decoded(bytes);
    let text = text.strip_prefix(char::from(LINE_END)).unwrap_or(&text);
    text.replace(char::from(LINE_END), "\n").replace("\r\n", "\n")
}

fn encoded(text: &str) -> Vec<u8> {
    let text = text.replace(['\0', char::from(LINE_END)], " ");
    let (first, others) = match text.split_once('\n') {
        // An empty line is one of the others: before them it is none.
        Some(("", _)) => ("", Some(&text[..])),
        Some((first, others)) => (first, Some(others)),
        None => (&text[..], None),
    };
    let mut bytes = first.as_bytes().to_vec();
    if let Some(others) = others {
        bytes.push(LINE_END);
        bytes.extend(others.replace('\n', "\r\n").bytes());
    }
    bytes.push(0);
    if bytes.len() % 2 == 1 {
        bytes.push(0);
    }
    bytes
}

fn point(square: u8, at: usize) -> Result<Square, FormatError> {
    match (square & 15, square >> 4) {
        (0, 0) => Err(wrong(at, "a pass, which these rules do not have")),
        (column @ 1.., row @ ..15) => Ok(Square::new(usize::from(column) - 1, 14 - usize::from(row))),
        _ => Err(wrong(at, format!("{square:02x}: no point of a board of 15 lines"))),
    }
}

// Plays through the tree, one step forward or back at a time, and keeps what stands at each leaf.
fn games(tree: &Tree, rule: Rule) -> Result<Vec<Record>, FormatError> {
    let mut session = Session::new(Game::new(rule));
    let Some(first) = tree.child(Tree::ROOT) else { return Ok(vec![session.record(["", ""])]) };
    let (mut records, mut room) = (Vec::new(), MAX_RECORDS);
    // What is to be played next after each move made so far.
    let mut next = vec![Some(first)];
    while let Some(due) = next.last_mut() {
        let Some(id) = *due else {
            next.pop();
            session.undo();
            continue;
        };
        *due = tree.sibling(id);
        play(&mut session, tree, id)?;
        match tree.child(id) {
            Some(child) => next.push(Some(child)),
            None => {
                let size: usize =
                    session.played().iter().map(|played| MOVE_SIZE + played.comment.len()).sum();
                room = room.checked_sub(size).ok_or_else(|| {
                    wrong(tree.node(id).at, "more games up to here than fit in memory one by one")
                })?;
                records.push(session.record(["", ""]));
                session.undo();
            }
        }
    }
    Ok(records)
}

fn play(session: &mut Session<Game>, tree: &Tree, id: NodeId) -> Result<(), FormatError> {
    let node = tree.node(id);
    let mv = session.game().parse_move(session.at(), &node.square.to_string());
    let mv = mv.map_err(|problem| wrong(node.at, problem.to_string()))?;
    session.play(mv).expect("a parsed move is legal");
    session.annotate(Duration::ZERO, node.comment.clone());
    Ok(())
}

/// Writes all games as one tree.
///
/// # Errors
/// [`FormatError`] whose line is the number of the game, for one that is not legal, not on 15 lines or by
/// another rule than the first.
pub fn write(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut tree = Tree::new();
    for (number, record) in (1..).zip(records) {
        let wrong = |problem| FormatError { line: number, column: 1, problem };
        if record.variant != records[0].variant {
            let (first, this) = (quoted(&records[0].variant), quoted(&record.variant));
            return Err(wrong(format!("{this}, but the first is {first}: a tree has one rule")));
        }
        add(&mut tree, record).map_err(wrong)?;
    }
    if let Some(rule) = records.first().and_then(|record| rule_named(&record.variant)) {
        tree.root_mut().comment = format!("{RULE}{}", rule_name(rule));
    }
    Ok(written(&tree))
}

fn add(tree: &mut Tree, record: &Record) -> Result<(), String> {
    if record.game == Game::NAME && record.size != Some(15) {
        let size = record.size.map_or_else(|| "no size".to_owned(), |size| format!("{size} lines"));
        return Err(format!("a board of {size}: RenLib has one of 15"));
    }
    let rule = RULES.into_iter().find(|&rule| rule_name(rule) == record.variant).unwrap_or_default();
    let mut session = Session::new(Game::new(rule));
    session.load(record).map_err(|problem| problem.to_string())?;
    let mut parent = Tree::ROOT;
    for played in session.played() {
        parent = tree.add(parent, Node::new(played.mv, true, played.comment.clone(), 0));
    }
    Ok(())
}

fn written(tree: &Tree) -> Vec<u8> {
    let mut bytes = HEADER.to_vec();
    let mut due = vec![Tree::ROOT];
    while let Some(id) = due.pop() {
        let node = tree.node(id);
        let (child, sibling) = (tree.child(id), tree.sibling(id));
        let square = node.square.x() + 1 + 16 * (14 - node.square.y());
        bytes.push(if id == Tree::ROOT { 0 } else { square as u8 });
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        bytes.push(
            flag(!node.comment.is_empty(), COMMENT)
                | flag(child.is_none(), NO_CHILD)
                | flag(sibling.is_some(), HAS_SIBLING),
        );
        if !node.comment.is_empty() {
            bytes.extend(encoded(&node.comment));
        }
        due.extend([sibling, child].into_iter().flatten());
    }
    bytes
}

#[cfg(test)]
mod tests;

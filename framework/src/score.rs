//! What a position is worth: [`Score`], and what is known about it: [`Bound`], [`Window`], [`Certainty`].

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Neg;

/// A value from the point of view of the side to move, in hundredths of the game's own unit (a disc, a piece,
/// a point).
///
/// Three ranges never overlap: ordinary values lie within ±[`Score::MAX_VALUE`]; a game won without a margin
/// is [`Score::WIN`] less the number of plies until the win; [`Score::INFINITE`] lies outside both and is
/// only ever the edge of a window.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Score(i32);

impl Score {
    /// A drawn game, or a position that favours nobody.
    pub const DRAW: Self = Self(0);
    /// A game won here and now, in a game that knows no margin.
    pub const WIN: Self = Self(1 << 30);
    /// A game lost here and now, in a game that knows no margin.
    pub const LOSS: Self = Self(-(1 << 30));
    /// Above every value a search can return.
    pub const INFINITE: Self = Self((1 << 30) + 1);
    /// Below every value a search can return.
    pub const WORST: Self = Self(-Self::INFINITE.0);
    /// The largest value that is not a distance to a win: ten million units.
    pub const MAX_VALUE: Self = Self(1_000_000_000);

    /// A value in whole units: discs, pieces, points.
    pub const fn from_units(units: i32) -> Self {
        Self::from_cents(units * 100)
    }

    /// A value in hundredths of a unit.
    pub const fn from_cents(cents: i32) -> Self {
        debug_assert!(cents.unsigned_abs() <= Self::MAX_VALUE.0.unsigned_abs());
        Self(cents)
    }

    /// The value in hundredths of a unit. A win has no such value, but keeps the order.
    pub const fn cents(self) -> i32 {
        self.0
    }

    /// The value in units, for people.
    pub fn units(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// A win `plies` plies from here.
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN.0 - plies as i32)
    }

    /// How far away the end of the game is, if the value says so; `None` for an ordinary value.
    ///
    /// ```
    /// use anyply_framework::{Distance, Score};
    /// assert_eq!(Score::win_in(5).distance(), Some(Distance::Win(5)));
    /// assert_eq!((-Score::win_in(4)).distance(), Some(Distance::Loss(4)));
    /// assert_eq!(Score::from_units(3).distance(), None);
    /// ```
    pub const fn distance(self) -> Option<Distance> {
        if self.0 > Self::MAX_VALUE.0 {
            Some(Distance::Win((Self::WIN.0 - self.0) as u32))
        } else if self.0 < -Self::MAX_VALUE.0 {
            Some(Distance::Loss((Self::WIN.0 + self.0) as u32))
        } else {
            None
        }
    }

    /// Whether it says that the game is won, certainly or not.
    pub(crate) const fn is_win(self) -> bool {
        matches!(self.distance(), Some(Distance::Win(_)))
    }

    /// Whether it says that the game is lost, certainly or not.
    pub(crate) const fn is_loss(self) -> bool {
        matches!(self.distance(), Some(Distance::Loss(_)))
    }

    /// How far away the end of the game is, if the value says so and is certain: what may be claimed. A
    /// selective search sees wins that it has not proven, too.
    ///
    /// ```
    /// use anyply_framework::{Certainty, Distance, Score};
    /// assert_eq!(Score::win_in(5).claim(Certainty::Exact), Some(Distance::Win(5)));
    /// assert_eq!(Score::win_in(5).claim(Certainty::Heuristic), None);
    /// ```
    pub fn claim(self, certainty: Certainty) -> Option<Distance> {
        self.distance().filter(|_| certainty == Certainty::Exact)
    }

    /// The ordinary value that is closest: a win or a loss that is only believed in is as much as a value can
    /// be.
    ///
    /// ```
    /// use anyply_framework::Score;
    /// assert_eq!(Score::win_in(5).as_value(), Score::MAX_VALUE);
    /// assert_eq!(Score::from_units(-3).as_value(), Score::from_units(-3));
    /// ```
    pub const fn as_value(self) -> Self {
        match self.distance() {
            Some(Distance::Win(_)) => Self::MAX_VALUE,
            Some(Distance::Loss(_)) => Self(-Self::MAX_VALUE.0),
            None => self,
        }
    }

    /// The same value seen from `plies` plies earlier: a distance to the end of the game grows, an ordinary
    /// value stays. Inside the tree distances count from the root; the table keeps them from its own
    /// position.
    pub const fn seen_from(self, plies: u32) -> Self {
        match self.distance() {
            Some(Distance::Win(_)) => Self(self.0 - plies as i32),
            Some(Distance::Loss(_)) => Self(self.0 + plies as i32),
            None => self,
        }
    }

    /// Takes back [`Score::seen_from`].
    pub const fn seen_at(self, plies: u32) -> Self {
        match self.distance() {
            Some(Distance::Win(_)) => Self(self.0 + plies as i32),
            Some(Distance::Loss(_)) => Self(self.0 - plies as i32),
            None => self,
        }
    }

    /// The next larger value: `(alpha, alpha.next())` is the null window above `alpha`.
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The greatest multiple of `grain` hundredths that is not above it.
    pub(crate) const fn rounded_down(self, grain: i32) -> Self {
        Self::from_cents(self.cents().div_euclid(grain) * grain)
    }

    /// `self` moved by `cents`, kept within the window edges.
    pub const fn offset(self, cents: i32) -> Self {
        let moved = self.0.saturating_add(cents);
        Self(if moved > Self::INFINITE.0 {
            Self::INFINITE.0
        } else if moved < -Self::INFINITE.0 {
            -Self::INFINITE.0
        } else {
            moved
        })
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// `+12.50`, `-3.00`, `win in 5`, `loss in 4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(distance) => write!(f, "{distance}"),
            None => write!(f, "{:+.2}", self.units()),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

/// How far away the end of a game without a margin is, in plies, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// The side to move wins after this many plies.
    Win(u32),
    /// The side to move has lost after this many plies.
    Loss(u32),
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win in {plies}"),
            Self::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// What a returned value says about the true one, in a fail-soft search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The true value is this.
    Exact,
}

/// The open interval of values that still matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The mover already has this much.
    pub alpha: Score,
    /// The opponent does not allow this much.
    pub beta: Score,
}

impl Window {
    /// Every value matters.
    pub const FULL: Self = Self { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The window whose edges lie just outside the next results there are, where results are multiples of
    /// `grain` hundredths.
    #[must_use]
    pub(crate) fn rounded(self, grain: i32) -> Self {
        let Self { alpha, beta } = self;
        if alpha < -Score::MAX_VALUE || beta > Score::MAX_VALUE {
            return self;
        }
        let alpha = alpha.rounded_down(grain).offset(grain - 1);
        let beta = beta.offset(-1).rounded_down(grain).next();
        Self { alpha, beta: beta.max(alpha.next()) }
    }

    /// The edges in whole units, alpha down and beta up, and neither further than `most` from 0: what lies
    /// outside them lies outside the window, if no result is beyond `most`.
    #[inline]
    pub fn in_units(self, most: i32) -> (i32, i32) {
        let Self { alpha, beta } = self;
        let alpha = alpha.cents().div_euclid(100).clamp(-most, most);
        (alpha, -(-beta.cents()).div_euclid(100).clamp(-most, most))
    }

    /// The window that only asks whether the value is above `alpha`.
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// What a value returned by a fail-soft search of this window says.
    pub fn bound(self, value: Score) -> Bound {
        if value <= self.alpha {
            Bound::Upper
        } else if value >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Whether a fail-soft search of this window may return `found` where the true value is `value`.
    pub fn admits(self, found: Score, value: Score) -> bool {
        match self.bound(found) {
            Bound::Upper => value <= found,
            Bound::Lower => value >= found,
            Bound::Exact => value == found,
        }
    }
}

/// The same window for the other side.
impl Neg for Window {
    type Output = Self;
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// How sure a search is of its value; the surer is the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// It rests on an evaluator's opinion.
    Heuristic,
    /// It rests on results of the game, of a tree of which parts were left out. It is searched to be right in
    /// this percentage of positions, which nobody has counted.
    Likely(#[serde(skip_serializing)] u8),
    /// Parts of the tree were left out; right in this percentage of positions.
    Selective(u8),
    /// It is the result of the game under best play.
    Exact,
}

impl Certainty {
    /// The percentage that was asked for, whether or not it was counted; 0 for an opinion.
    pub fn level(self) -> u8 {
        match self {
            Self::Heuristic => 0,
            Self::Likely(percent) | Self::Selective(percent) => percent,
            Self::Exact => 100,
        }
    }
}

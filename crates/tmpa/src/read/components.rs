//! Strongly connected components of a graph in compressed rows, without recursion.

/// An edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) to: u32,
    /// The successor depends on the judgment, not only on the position.
    pub(super) binding: bool,
}

/// A directed graph: the successors of every vertex in compressed rows.
#[derive(Debug)]
pub(super) struct Rows {
    starts: Vec<u32>,
    /// The successor, with the binding flag in the lowest bit.
    packed: Vec<u32>,
}

impl Rows {
    /// Builds the rows in two passes over the edges, which `edges` lists by calling what it is given.
    pub(super) fn build(vertices: usize, edges: impl Fn(&mut dyn FnMut(u32, Step))) -> Self {
        let mut starts = vec![0u32; vertices + 1];
        edges(&mut |from, _| {
            if let Some(slot) = starts.get_mut(from as usize + 1) {
                *slot += 1;
            }
        });
        let mut sum = 0;
        for slot in &mut starts {
            sum += *slot;
            *slot = sum;
        }
        let mut packed = vec![0u32; sum as usize];
        // Each start moves on to its row's end while the row fills, and is then the start of the next row.
        edges(&mut |from, step| {
            if let Some(slot) = starts.get_mut(from as usize) {
                if let Some(entry) = packed.get_mut(*slot as usize) {
                    *entry = step.to << 1 | u32::from(step.binding);
                }
                *slot += 1;
            }
        });
        starts.rotate_right(1);
        if let Some(first) = starts.first_mut() {
            *first = 0;
        }
        Self { starts, packed }
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn row(&self, vertex: u32) -> &[u32] {
        let start = self.starts.get(vertex as usize).map_or(0, |&start| start as usize);
        let end = self.starts.get(vertex as usize + 1).map_or(start, |&end| end as usize);
        self.packed.get(start..end).unwrap_or_default()
    }

    pub(super) fn of(&self, vertex: u32) -> impl Iterator<Item = Step> + use<'_> {
        self.row(vertex).iter().map(|&packed| Step { to: packed >> 1, binding: packed & 1 == 1 })
    }
}

/// The components in reverse topological order: every component after all that it reaches.
#[derive(Debug)]
pub(super) struct Components {
    /// The vertices, component by component.
    vertices: Vec<u32>,
    /// Where each component ends in `vertices`.
    ends: Vec<u32>,
}

impl Components {
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        (0..self.ends.len()).map(|position| {
            let start = position
                .checked_sub(1)
                .and_then(|before| self.ends.get(before))
                .map_or(0, |&end| end as usize);
            let end = self.ends.get(position).map_or(start, |&end| end as usize);
            self.vertices.get(start..end).unwrap_or_default()
        })
    }

    /// Tarjan's algorithm with an explicit stack of (vertex, next successor).
    #[expect(clippy::indexing_slicing, reason = "all arrays have one slot per vertex of `rows`, hot loop")]
    pub(super) fn of(rows: &Rows) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let count = rows.len();
        let mut order = vec![UNSEEN; count];
        let mut low = vec![0u32; count];
        let mut on_path = vec![false; count];
        let mut path: Vec<u32> = Vec::new();
        let mut calls: Vec<(u32, u32)> = Vec::new();
        let mut next = 0u32;
        let mut result = Self { vertices: Vec::with_capacity(count), ends: Vec::new() };
        for root in 0..count as u32 {
            if order[root as usize] != UNSEEN {
                continue;
            }
            calls.push((root, 0));
            while let Some(&mut (vertex, ref mut position)) = calls.last_mut() {
                let index = vertex as usize;
                if *position == 0 && order[index] == UNSEEN {
                    order[index] = next;
                    low[index] = next;
                    next += 1;
                    path.push(vertex);
                    on_path[index] = true;
                }
                if let Some(&packed) = rows.row(vertex).get(*position as usize) {
                    *position += 1;
                    let successor = packed >> 1;
                    let other = successor as usize;
                    if order[other] == UNSEEN {
                        calls.push((successor, 0));
                    } else if on_path[other] {
                        low[index] = low[index].min(order[other]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    low[parent as usize] = low[parent as usize].min(low[index]);
                }
                if low[index] == order[index] {
                    while let Some(member) = path.pop() {
                        on_path[member as usize] = false;
                        result.vertices.push(member);
                        if member == vertex {
                            break;
                        }
                    }
                    result.ends.push(result.vertices.len() as u32);
                }
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::{Components, Rows, Step};

    fn step(to: u32) -> Step {
        Step { to, binding: false }
    }

    fn components(count: usize, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let rows = Rows::build(count, |emit| edges.iter().for_each(|&(from, to)| emit(from, step(to))));
        let mut list: Vec<Vec<u32>> = Components::of(&rows)
            .iter()
            .map(|component| {
                let mut component = component.to_vec();
                component.sort_unstable();
                component
            })
            .collect();
        list.sort_unstable();
        list
    }

    #[test]
    fn a_member_reached_through_a_finished_vertex_belongs_to_the_component() {
        // The shape of G36: a->b, a->c, b->a, c->b.
        assert_eq!(components(3, &[(0, 1), (0, 2), (1, 0), (2, 1)]), [vec![0, 1, 2]]);
    }

    #[test]
    fn disjoint_cycles_stay_apart_and_order_is_reverse_topological() {
        assert_eq!(
            components(5, &[(0, 1), (1, 0), (2, 3), (3, 2), (0, 4)]),
            [vec![0, 1], vec![2, 3], vec![4]]
        );
        let rows =
            Rows::build(3, |emit| [(0, 1), (1, 2)].iter().for_each(|&(from, to)| emit(from, step(to))));
        let order: Vec<u32> = Components::of(&rows).iter().rev().flatten().copied().collect();
        assert_eq!(order, [0, 1, 2]);
    }

    #[test]
    fn a_chain_of_a_million_vertices_needs_no_stack() {
        let count = 1_000_000u32;
        let rows =
            Rows::build(count as usize, |emit| (1..count).for_each(|vertex| emit(vertex - 1, step(vertex))));
        assert_eq!(Components::of(&rows).iter().count(), count as usize);
    }
}

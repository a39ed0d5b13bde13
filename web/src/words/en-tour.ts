// The guided tour in English: eight steps, 60 to 120 words each. Every number in it is the engine's own.

export const tour = {
  'tour.title': 'Guided tour',
  'tour.start': 'Start the tour',
  'tour.next': 'Next',
  'tour.back': 'Back',
  'tour.end': 'End the tour',
  'tour.step': '{n} of {total}',
  'tour.again': 'Start again',

  'tour.why.title': 'Why A*?',
  'tour.why.text':
    'Somebody stands on red and wants to be on green, with a wall between. Walking straight at the goal ' +
    'runs into the wall; looking everywhere works, but takes its time. A* does neither. It remembers ' +
    'what the way so far has cost, guesses what is left, and always goes on from the place where both ' +
    'together are least. The path it returns is truly the cheapest. On this map 86 cells are open: A* ' +
    'expanded 33 of them, a search without the guess expands 80. Press play and watch where it looks.',

  'tour.ghf.title': 'G, H and F',
  'tour.ghf.text':
    'The start has just opened its eight neighbours, and each shows three numbers. G is what the way ' +
    'from the start has cost: 10 for a straight step, 14 for a diagonal one, near enough to the root of ' +
    'two. H is the estimate of the rest, as if no walls stood there. F is their sum, the least that a ' +
    'way through this cell can cost. Down and to the right of the start G is 14 and H is 30, so F is 44. ' +
    'Straight below it G is only 10, but H is 40: F is 50. The lower F goes first.',

  'tour.openClosed.title': 'Open and closed',
  'tour.openClosed.text':
    'Two cells had F 44. Of equals the one with the lower H goes first, as it is nearer to the goal. So ' +
    'the diagonal neighbour was closed, which makes it blue: the cheapest way to it is known now. ' +
    'Closing a cell means looking at its neighbours, and three of them were new. They turned brown: ' +
    'open, seen but not settled. Arrows point to the parent, the cell each was reached from. The search ' +
    'repeats just this, close the best and open around it, until the goal itself is closed. Then the ' +
    'arrows lead back to the start.',

  'tour.heap.title': 'The binary heap',
  'tour.heap.text':
    'Which open cell has the lowest F? Asking all of them each time would be slow: on large maps ' +
    'thousands are waiting. A binary heap keeps them half sorted, as a tree in which no parent is worse ' +
    'than its children. The best one is always on top, and taking it off or adding another moves only ' +
    'one entry per level. A thousand waiting cells make ten levels, a million make twenty. The panel ' +
    'shows the open list in the order in which its cells would come out; the marked one is next. Step on ' +
    'and watch it change.',

  'tour.flood.title': 'Dijkstra floods, greedy errs',
  'tour.flood.text':
    'Left, Dijkstra goes by G alone. It knows nothing of the goal and floods evenly in all directions: ' +
    '127 expansions, and the cheapest way, which costs 148. Right, greedy search goes by H alone. It ' +
    'runs straight at the goal, into the pocket, and never asks what the way has cost: only 20 ' +
    'expansions, but a way that costs 188, a good quarter more. A* adds the two numbers up and finds the ' +
    '148 with 54 expansions. Swap a method yourself and race the three against each other.',

  'tour.estimate.title': 'Manhattan against octile',
  'tour.estimate.text':
    'Both panes run A* on an empty field, only H differs. Manhattan counts columns plus rows. At 10 each ' +
    'it would promise 20 for a diagonal step that costs 14, and an estimate that is too high can miss ' +
    'the cheapest way; so the engine takes 7 each, which is safe but low along straight lines. Octile ' +
    'counts diagonals as far as they go and straight steps after: exactly what eight directions cost on ' +
    'open ground. Same path, same cost of 160, but 90 expansions against 14. The colours show how far H ' +
    'falls short.',

  'tour.golden.title': 'The worked example',
  'tour.golden.text':
    'This is the example the tutorials calculate by hand, and our tests hold every number of it. Down ' +
    'and to the right of the start stands 14/30/44: G, H, F. Look two cells straight below the start. It ' +
    'was first reached by way of that diagonal neighbour, with G 28 and F 72. Now the cell straight ' +
    'below the start has been closed and offers a shorter way: 10 and 10 make 20, so F falls to 64 and ' +
    'the arrow turns. That is an improvement. Play to the end: the path slips below the wall and costs ' +
    '52.',

  'tour.jumps.title': 'What jump points skip',
  'tour.jumps.text':
    'On open ground countless ways cost the same: the same steps in another order. A* looks at them one ' +
    'by one. Jump point search follows a single one of each such family and runs along lines until ' +
    'something happens: a corner to turn at, or the goal. All cells between are passed over and never ' +
    'enter the open list. The answer is as cheap as that of A*, which is 148 again; but where A* ' +
    'expanded 54 cells, two jumps did here. The lines show them. That was the tour: now draw a map of ' +
    'your own.',
} as const;

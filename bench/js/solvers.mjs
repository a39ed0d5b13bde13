// The libraries, each set up as its documentation shows: eight neighbours, no corner cut.

import EasyStar from 'easystarjs';
import PF from 'pathfinding';

const RULE = 'scenario';

/** PathFinding.js spoils its grid with every question, so that each is asked of a copy. */
function pathFindingJs(planner, Finder) {
  return {
    planner,
    rule: RULE,
    prepare({ rows }) {
      const grid = new PF.Grid(rows.map((row) => row.map((open) => (open ? 0 : 1))));
      const finder = new Finder({ diagonalMovement: PF.DiagonalMovement.OnlyWhenNoObstacles });
      return {
        copy: () => grid.clone(),
        find: ([x, y], [goalX, goalY], copy) => finder.findPath(x, y, goalX, goalY, copy),
      };
    },
  };
}

const easyStar = {
  planner: 'easystarjs',
  // It counts a diagonal step as 1.4, and so may take a way that is longer by the square root of 2.
  rule: 'other rule: a diagonal step costs 1.4',
  prepare({ rows }) {
    const easystar = new EasyStar.js();
    easystar.setGrid(rows.map((row) => row.map((open) => (open ? 0 : 1))));
    easystar.setAcceptableTiles([0]);
    easystar.enableDiagonals();
    easystar.disableCornerCutting();
    easystar.enableSync();
    return {
      find([x, y], [goalX, goalY]) {
        let cells = null;
        easystar.findPath(x, y, goalX, goalY, (path) => {
          cells = path;
        });
        easystar.calculate();
        if (cells === null) return [];
        // For a start that is the goal it hands out a path without cells.
        return cells.length === 0 ? [[x, y]] : cells.map(({ x, y }) => [x, y]);
      },
    };
  },
};

export const solvers = [
  pathFindingJs('pathfinding.js/astar', PF.AStarFinder),
  pathFindingJs('pathfinding.js/jps', PF.JumpPointFinder),
  easyStar,
];

// The sheet of keys: what people are told that each of them does.

export interface KeyRow {
  /** As they are written on the sheet. */
  readonly keys: readonly string[];
  /** A key of the dictionaries. */
  readonly does: string;
}

export const SHEET: readonly (readonly KeyRow[])[] = [
  [
    { keys: ['space'], does: 'keys.playPause' },
    { keys: ['.', ','], does: 'keys.step' },
    { keys: ['J', 'K'], does: 'keys.expansion' },
    { keys: [']', '['], does: 'keys.step100' },
    { keys: ['Home', 'End'], does: 'keys.ends' },
    { keys: ['<', '>'], does: 'keys.speed' },
    { keys: ['+', '-', '0'], does: 'keys.zoom' },
    { keys: ['M'], does: 'figure.walk' },
    { keys: ['H'], does: 'view.heat' },
    { keys: ['N'], does: 'view.numbers' },
    { keys: ['P'], does: 'race.panes' },
    { keys: ['T'], does: 'panel.tour' },
    { keys: ['O'], does: 'bring.title' },
    { keys: ['D', 'B'], does: 'keys.rows' },
    { keys: ['X'], does: 'take.title' },
    { keys: ['?'], does: 'keys.show' },
    { keys: ['Esc'], does: 'keys.close' },
  ],
  [
    { keys: ['arrows'], does: 'keys.cursor' },
    { keys: ['enter'], does: 'keys.draw' },
    { keys: ['PgUp', 'PgDn'], does: 'keys.levels' },
    { keys: ['A'], does: 'keys.read' },
    { keys: ['W'], does: 'tool.wall' },
    { keys: ['E'], does: 'tool.eraser' },
    { keys: ['1–9'], does: 'keys.weights' },
    { keys: ['L'], does: 'tool.line' },
    { keys: ['R'], does: 'tool.rectangle' },
    { keys: ['F'], does: 'tool.fill' },
    { keys: ['I'], does: 'tool.inspect' },
    { keys: ['C'], does: 'tool.link' },
    { keys: ['Z'], does: 'tool.place' },
    { keys: ['Y'], does: 'keys.oneWay' },
    { keys: ['Q'], does: 'keys.tag' },
    { keys: ['S'], does: 'keys.setStart' },
    { keys: ['G'], does: 'keys.setGoal' },
    { keys: ['V'], does: 'keys.addVia' },
    { keys: ['U', 'Ctrl+Z', 'Ctrl+Shift+Z'], does: 'keys.undo' },
  ],
];

// The names of the signs on buttons; they are drawn as symbols in index.html.

export type SignName =
  | 'play' | 'pause' | 'back' | 'step' | 'back100' | 'step100' | 'first' | 'last' | 'undo' | 'redo' | 'line'
  | 'rectangle' | 'fill' | 'inspect' | 'pan' | 'start' | 'goal' | 'via' | 'wall' | 'eraser' | 'zoomIn'
  | 'zoomOut' | 'fit' | 'left' | 'right' | 'walk' | 'tour' | 'bring' | 'take' | 'share' | 'settings'
  | 'keys' | 'close' | 'dice' | 'copy' | 'stop' | 'warn';

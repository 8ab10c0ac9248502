let turn: object | undefined;

/** Of the event loop: the same object until it ends. What was seen in one may be out of date in the next. */
export function thisTurn(): object {
  if (!turn) setImmediate(() => (turn = undefined));
  turn ??= {};
  return turn;
}

import fc from 'fast-check';

type Any<Given extends readonly unknown[]> = { readonly [At in keyof Given]: fc.Arbitrary<Given[At]> };
type Statement<Given extends readonly unknown[]> = (...given: Given) => void | Promise<void>;

/** Holds a statement to whatever may be given. */
export const always = <Given extends readonly unknown[]>(any: Any<Given>, statement: Statement<Given>) =>
  alwaysIn(undefined, any, statement);

/** In so many runs. */
export function alwaysIn<Given extends readonly unknown[]>(
  numRuns: number | undefined,
  any: Any<Given>,
  statement: Statement<Given>,
): Promise<void> {
  const property = fc.asyncProperty(fc.tuple(...any), async (given) => statement(...(given as unknown as Given)));
  return fc.assert(property, numRuns === undefined ? {} : { numRuns });
}

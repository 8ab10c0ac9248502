import { afterAll, beforeAll, describe } from 'vitest';
import type { Day } from '../../../src/calendar/day.ts';
import { daysConform } from './conformance-days.ts';
import { errorsConform } from './conformance-errors.ts';
import { transportConforms } from './conformance-transport.ts';

/** A server of the interface that has every day of January and February 2024 and the running day, with EUR, GBP, JPY and USD. */
export interface Served {
  readonly url: string;
  /** A key that may do everything. */
  readonly appId: string;
  /** The running day by the server's clock. */
  readonly today: Day;
  close(): Promise<void>;
}

/** Holds a server to the service's interface, over HTTP. */
export function conformance(name: string, start: () => Promise<Served>): void {
  describe(`${name} answers the service's interface`, () => {
    let served: Served;
    beforeAll(async () => {
      served = await start();
    });
    afterAll(() => served.close());
    daysConform(() => served);
    errorsConform(() => served);
    transportConforms(() => served);
  });
}

import { describe, expect, test } from 'vitest';
import { first } from '../support/faults.ts';
import { runHere } from '../support/here.ts';
import { appId, finished, fiveSecondsLater, Machine, nobody, type Result, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault, reply, replyError, type TestService } from '../support/service.ts';

const month = ['series', '2024-01', '-s', 'EUR', '--no-store'];
const day = ['historical', '2024-01-17', '-s', 'EUR', '--no-store'];
const rows = (stdout: string) => stdout.split('\n').length - 2;

const reset: Fault = (_request, response) => void response.socket?.resetAndDestroy();
const silent: Fault = () => {};
const status =
  (code: number, body = ''): Fault =>
  (_request, response) =>
    reply(response, code, body);
const body =
  (content: unknown, headers = {}): Fault =>
  (_request, response) =>
    reply(response, 200, content, headers);
const cutOff: Fault = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"base":"USD","rates":{"EUR":', () => response.destroy());
};
const cutOffGzip = body(Buffer.from('1f8b0800000000000003abae05', 'hex').toString('latin1'), {
  'content-encoding': 'gzip',
});

/** Has at least so many requests under way, as long as there are so many of `all`: each answer waits until the others have come. */
function gathering(count: number, all: number, answer: Fault = (_request, _response, pass) => pass()): Fault {
  const waiting: (() => void)[] = [];
  let left = all;
  return (request, response, pass) => {
    waiting.push(() => answer(request, response, pass));
    left--;
    // one that is too many has its chance to come
    setTimeout(() => {
      while (waiting.length >= count || (left === 0 && waiting.length > 0)) waiting.shift()?.();
    }, 20);
  };
}

describe.concurrent('what another try may mend is tried again, at least a second later', () => {
  test.each<[what: string, fault: Fault, lost: boolean]>([
    ['a status of 500', status(500), false],
    ['an error page of 503', status(503, '<html>busy</html>'), false],
    ['a gateway that lost the answer (502)', status(502, '<html>'), true],
    ['a gateway that waited in vain (504)', status(504), true],
    ['a time-out of the service (408)', status(408), false],
    ['a connection that is reset', reset, true],
    ['a body that is cut off', cutOff, true],
    ['a gzip that is cut off', cutOffGzip, true],
    ['another base', body(dayBody({ EUR: 1 }, 'GBP')), true],
    ['no rates', body({ timestamp: 1705535999 }), true],
    ['no object', body([]), true],
    ['no JSON', body('rates'), true],
    ['an HTML page with status 200', body('<!doctype html>', { 'content-type': 'text/html' }), true],
    ['nothing at all', body(''), true],
  ])('%s', async (_what, fault, lost) => {
    const { service, machine } = await scene(first(1, fault));
    const { stderr } = isMended(await machine.run(month), service);
    if (lost) expect(stderr.endsWith(spent), stderr).toBe(true);
    else expect(stderr).not.toContain('lost');
  });

  test('an answer that does not come in time', async () => {
    const { service, machine } = await scene(first(1, silent));
    const child = machine.start(month, { endless: true, env: { RATEBOOK_TIMEOUT: '5' } });
    const end = finished(child);
    await service.came(1);
    fiveSecondsLater(child);
    const { stderr } = isMended(await end, service);
    expect(stderr.endsWith(spent), stderr).toBe(true);
  });

  const spent = 'cost 31 to 62 requests (one answer of 31 days was lost)\n';

  function isMended(result: Result, service: TestService): Result {
    expect(result.code).toBe(0);
    expect(rows(result.stdout)).toBe(31);
    expect(service.asked()).toEqual(['2024-01-01..2024-01-31', '2024-01-01..2024-01-31']);
    const [one, other] = service.requests;
    expect((other?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThanOrEqual(995);
    return result;
  }
});

describe.concurrent('what no try mends', () => {
  test('is tried five times, with growing waits, and then told; an output file stays as it was', async () => {
    const { service, machine } = await scene(status(500, `<html>${appId}</html>`));
    machine.write('rates.csv', 'before');
    const result = await machine.run([...day, '--debug', '-o', 'rates.csv']);
    const at = service.requests.map((request) => request.at);
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(waits).toHaveLength(4);
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(1000 * 2 ** index - 5);
    expect(result.stderr).toMatch(/^ratebook: request to 127\.0\.0\.1:\d+ failed after 5 tries: status 500$/m);
    expect(result.stderr).not.toContain(appId);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(machine.read('rates.csv')).toBe('before');
    expect(machine.files()).toEqual(['rates.csv']);
  });

  test('an unreachable host: exit 1, and nothing can have been charged', async () => {
    const machine = Machine.for(nobody);
    machine.write('rates.csv', 'before');
    expect(await machine.run([...day, '-o', 'rates.csv'])).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        '1 day: 0 held, 1 to fetch, cost 1 request',
        'ratebook: 127.0.0.1:1 cannot be reached: the connection was refused',
        '',
      ].join('\n'),
    });
    expect(machine.read('rates.csv')).toBe('before');
    expect(machine.files()).toEqual(['rates.csv']);
  });

  test('a host that there is not', async () => {
    const machine = Machine.for('https://rates.invalid/api');
    const { code, stderr } = await machine.run(day);
    expect(stderr).toMatch(/^ratebook: rates\.invalid cannot be reached: .*(host not found|looked up)/m);
    expect(code).toBe(1);
  });

  const tried = / try \d: the connection was refused/g;

  test('where nothing was sent yet it is tried three times, by all requests together, what is left being asked first', async () => {
    const years = ['series', '2022', '2023', '-s', 'EUR', '--no-store', '--yes', '--debug'];
    const { code, stderr } = await runHere(Machine.for(nobody), years);
    // of usage.json, and of the month that finds out whether there are time series; a slow machine has time for fewer
    expect(stderr.match(tried)?.length).toBeLessThanOrEqual(1 + 3);
    expect(code).toBe(1);
    const days = Array.from({ length: 9 }, (_, at) => `2024-01-0${at + 1}`);
    const args = ['historical', ...days, '--no-store', '--debug', '--concurrency', '2'];
    const began = performance.now();
    const together = await runHere(Machine.for(nobody), args);
    expect(performance.now() - began).toBeGreaterThanOrEqual(2495);
    // a request that is under way beside another counts as the same try
    expect(together.stderr.match(tried)?.length).toBeLessThanOrEqual(3 * 2);
    expect(together.stderr).toMatch(/^ratebook: 127\.0\.0\.1:1 cannot be reached: the connection was refused$/m);
  });

  test.each([
    ['an answer', 1],
    ['a request that was lost', 0],
  ])('after %s it is tried as long as ever, though no connection comes about', async (_what, answers) => {
    const { service, machine } = await scene(({ number }, _response, pass) => {
      if (number <= answers) pass();
      else void service.close();
    });
    const days = ['historical', '2024-01-17', '2024-01-18', '--no-store', '--debug', '--concurrency', '1'];
    const child = machine.start(days);
    const end = finished(child);
    await said(child, 'stderr', /try 3: the connection was refused, .* retrying in/);
    child.kill('SIGINT');
    expect((await end).stderr).not.toContain('cannot be reached');
  });
});

describe.concurrent('lost answers', () => {
  test('are added up', async () => {
    const { machine } = await scene(first(2, reset));
    const months = ['series', '2024-01', '2024-02', '-s', 'EUR', '--no-store'];
    // both months are asked for at once where usage.json has said that there are time series, however late
    const { stderr } = await machine.run(months, { endless: true });
    expect(stderr.endsWith('cost 60 to 120 requests (2 answers of 60 days were lost)\n'), stderr).toBe(true);
  });

  test('count against --max-cost: a try that could pass it is not sent', async () => {
    const { service, machine } = await scene(first(1, reset));
    const { code, stderr } = await machine.run([...month, '--max-cost', '61']);
    expect(stderr).toMatch(/^ratebook: .*the connection .*another try could push the cost over --max-cost 61$/m);
    expect(stderr).toContain('cost 0 to 31 requests (one answer of 31 days was lost)\n');
    expect(code).toBe(5);
    expect(service.requests).toHaveLength(1);
  });

  test('may just reach it', async () => {
    const { service, machine } = await scene(first(1, reset));
    expect(await machine.run([...month, '--max-cost', '62'])).toMatchObject({ code: 0 });
    expect(service.requests).toHaveLength(2);
  });

  test('of refusals and failures that cost nothing are none', async () => {
    const { service, machine } = await scene(first(1, status(500)));
    expect(await machine.run([...month, '--max-cost', '31'])).toMatchObject({ code: 0 });
    expect(service.requests).toHaveLength(2);
  });
});

describe.concurrent('what never changes by being asked again is not', () => {
  test.each([301, 302, 303, 307, 308])('a redirect (%d) is not followed', async (code) => {
    const elsewhere = await scene();
    const { service, machine } = await scene((_request, response) =>
      reply(response, code, '', {
        location: `${elsewhere.service.url}/historical/2024-01-17.json?app_id=${appId}`,
      }),
    );
    const result = await machine.run([...day, '--debug']);
    expect(result.stderr).toMatch(new RegExp(`^ratebook: .*redirects \\(${code}\\)`, 'm'));
    expect(result.stderr).not.toContain(appId);
    expect(result.code).toBe(1);
    expect(service.requests).toHaveLength(1);
    expect(elsewhere.service.calls()).toBe(0);
  });

  test('an error with an unknown status and HTML is told in our own words', async () => {
    const { service, machine } = await scene((_request, response) =>
      reply(response, 403, `<html>\u001b[31m${appId}</html>`),
    );
    const { code, stderr } = await machine.run([...day, '--debug']);
    expect(stderr).toMatch(/^ratebook: 127\.0\.0\.1:\d+ refused the request \(403\)$/m);
    expect(stderr).not.toMatch(new RegExp(`html|${appId}|\u001b`));
    expect(code).toBe(1);
    expect(service.requests).toHaveLength(1);
  });
});

describe.concurrent('throttling', () => {
  const throttle =
    (retryAfter?: string, message = 'too_many_requests'): Fault =>
    (_request, response) =>
      reply(response, 429, { error: true, message }, retryAfter ? { 'retry-after': retryAfter } : {});
  const until = (ahead: number) => new Date(Date.now() + ahead).toUTCString();
  const throttleUntil =
    (ahead: number): Fault =>
    (request, response, pass) =>
      throttle(until(ahead))(request, response, pass);

  test.each([
    ['without a Retry-After', throttle(), 1000],
    ['with one in seconds', throttle('2'), 2000],
    ['with one as a date', throttleUntil(4000), 2000],
    ['with one that is shorter than a second', throttle('0'), 1000],
    ['with one that means nothing', throttle('soon'), 1000],
  ])('%s is waited out', async (_how, fault, least) => {
    const { service, machine } = await scene(first(1, fault));
    expect(await machine.run(day)).toMatchObject({ code: 0 });
    const [one, other] = service.requests;
    expect((other?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThanOrEqual(least - 5);
  });

  test.each(['', 'rate_limited', 'constructor'])('is any 429 whose message is %j', async (message) => {
    const { service, machine } = await scene(first(1, throttle(undefined, message)));
    expect(await machine.run(day)).toMatchObject({ code: 0 });
    expect(service.requests).toHaveLength(2);
  });

  test.each([
    ['seconds', '301'],
    ['a date', until(3_600_000)],
    ['seconds beyond all bounds', '9'.repeat(400)],
  ])('over five minutes (%s) ends the run at once, and says until when', async (_how, header) => {
    const { service, machine } = await scene(throttle(header));
    machine.write('rates.csv', 'before');
    const { code, stderr } = await machine.run([...day, '-o', 'rates.csv']);
    expect(stderr).toMatch(/^ratebook: 127\.0\.0\.1:\d+ says to wait until \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC$/m);
    expect(stderr).not.toContain('retrying in');
    expect(code).toBe(1);
    expect(service.requests).toHaveLength(1);
    expect(machine.read('rates.csv')).toBe('before');
  });

  test('a Retry-After counts for other failures as well', async () => {
    const { service, machine } = await scene(
      first(1, (_request, response) => reply(response, 503, '', { 'retry-after': '3' })),
    );
    expect(await machine.run(day)).toMatchObject({ code: 0 });
    const [one, other] = service.requests;
    expect((other?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThanOrEqual(2995);
  });

  test('makes all requests wait, and halves how many are under way', async () => {
    const after = gathering(4, 24);
    const most = { before: 0, after: 0 };
    let underWay = 0;
    const before = gathering(8, 8, throttle('3'));
    const { service, machine } = await scene((request, response, pass) => {
      underWay++;
      response.on('close', () => underWay--);
      const time = request.number <= 8 ? 'before' : 'after';
      most[time] = Math.max(most[time], underWay);
      (time === 'before' ? before : after)(request, response, pass);
    });
    const years = ['series', '2022', '2023', '-s', 'EUR', '--no-store', '--yes', '--concurrency', '8'];
    expect(await machine.run(years)).toMatchObject({ code: 0 });
    expect(most).toEqual({ before: 8, after: 4 });
    const times = service.requests.map(({ at }) => at);
    expect((times[8] ?? 0) - (times[7] ?? 0)).toBeGreaterThanOrEqual(2995);
    expect(service.requests).toHaveLength(24 + 8);
  });
});

describe.concurrent('at most so many requests are under way', () => {
  test.each([
    ['four', '2023-12', [], 4, 12],
    ['one with --concurrency 1', '2023-03', ['--concurrency', '1'], 1, 3],
    ['seven with --concurrency 7', '2024-02', ['--concurrency', '7'], 7, 14],
  ])('%s', async (_what, end, options, most, all) => {
    const { service, machine } = await scene(gathering(most, all));
    const run = machine.run(['series', '2023-01', end, '-s', 'EUR', '--no-store', '--yes', ...options]);
    expect(await run).toMatchObject({ code: 0 });
    expect(service.mostAtOnce()).toBe(most);
  });

  test('also where a plan has the days one by one, and where all of them fail at first', async () => {
    const days = gathering(16, 62, ({ number }, response, pass) => (number < 33 ? reply(response, 500, '') : pass()));
    const fault: Fault = (request, response, pass) =>
      request.path === '/time-series.json' ? pass() : days(request, response, pass);
    const { service, machine } = await scene(fault, { key: 'free-key-of-a-test' });
    const { code, stderr } = await machine.run(['series', '2024-01', '--concurrency', '16', '--no-store']);
    expect(code).toBe(0);
    expect(service.mostAtOnce()).toBe(16);
    expect(stderr).not.toContain('Warning');
  });
});

test('a status whose message is a refusal in another status is gone by its message', async () => {
  const { service, machine } = await scene((_request, response) => replyError(response, 500, 'invalid_app_id', 'no'));
  expect(await machine.run(day)).toMatchObject({ code: 4 });
  expect(service.requests).toHaveLength(1);
});

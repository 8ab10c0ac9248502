import { type Fault, reply, replyError, type SeenRequest } from './service.ts';

// What a service, a bank or the network before it may do instead of answering.

export const pass: Fault = (_request, _response, pass) => pass();
export const silent: Fault = () => {};

/** In a later turn, so that requests meet. */
export const later: Fault = (_request, _response, pass) => setImmediate(pass);
export const lost: Fault = (_request, response) => void response.destroy();
export const reset: Fault = (_request, response) => void response.socket?.resetAndDestroy();

/** The connection ends after these bytes, though more were announced. */
export const cutOff =
  (bytes: string | Uint8Array, headers: Record<string, string | number> = { 'content-length': 1000 }): Fault =>
  (_request, response) => {
    response.writeHead(200, headers).write(bytes, () => response.destroy());
  };

export const status =
  (code: number, body: unknown = '', headers: Record<string, string> = {}): Fault =>
  (_request, response) =>
    reply(response, code, body, headers);

export const answering = (body: unknown, headers?: Record<string, string>): Fault => status(200, body, headers);

/** With these headers alone. */
export const sending =
  (body: string | Uint8Array, headers: Record<string, string | number> = {}): Fault =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body);

export const busy = (seconds: number): Fault => status(503, '', { 'retry-after': `${seconds}` });

export const refusing =
  (code: number, message: string, description?: string): Fault =>
  (_request, response) =>
    replyError(response, code, message, description);

const asksFor = ({ path, query }: SeenRequest, day: string): boolean => {
  const { start = path.slice('/historical/'.length, -'.json'.length), end = start } = query;
  return start <= day && day <= end;
};

/** Of what asks for one of these days. */
export const onDays =
  (days: readonly string[], fault: Fault): Fault =>
  (request, response, pass) =>
    days.some((day) => asksFor(request, day)) ? fault(request, response, pass) : pass();

export const lacking = (...days: string[]): Fault => onDays(days, refusing(400, 'not_available'));

/** The fault applies to the first `count` requests. */
export const first =
  (count: number, fault: Fault): Fault =>
  (request, response, pass) =>
    request.number <= count ? fault(request, response, pass) : pass();

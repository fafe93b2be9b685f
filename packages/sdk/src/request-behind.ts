/**
 * What a request was made from, and what an answer's body came for. Node loses the link between a request's signal and the one that it
 * follows as soon as either request is collected (undici's `Request` holds it weakly, and `fetch` no request): a call whose signals are
 * to be heard until its end keeps its requests here.
 */
export const requestBehind = new WeakMap<Request | ReadableStream, Request>()

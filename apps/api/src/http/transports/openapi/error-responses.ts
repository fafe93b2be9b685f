import { type ErrorCode, errorStatuses } from '@marashi/domain/contracts/error-codes'

export const meanings: Record<ErrorCode, string> = {
  BAD_REQUEST: 'the input is not right; `fields` says where',
  FST_ERR_CTP_INVALID_JSON_BODY: 'the body is no JSON',
  EVENTS_GONE: 'the log does not reach back to this position any more',
  MPESA_PHONE: 'M-Pesa cannot ask this phone number',
  UNAUTHORIZED: 'no live session, a key of the API that is unknown or has ended, or the wrong password',
  PAYMENT_REQUIRED: 'the card was not charged',
  FORBIDDEN: 'the request comes from another site’s page, or its key lacks the scope or is for a sandbox alone',
  NOT_FOUND: 'there is no such thing',
  REQUEST_TIMEOUT: 'the request did not arrive within a minute, its headers within 15 seconds; nothing was begun',
  CONFLICT: 'it conflicts with what is stored',
  STALE: 'somebody has saved it since the `updatedAt` that was sent; 412 where `If-Match` named it',
  PRICE_CHANGED: 'the shop charges other amounts now; `quote` holds them',
  PRODUCT_UNAVAILABLE: 'products of the order are gone or sold out; where one is placed, `quote` names them',
  PLACE_UNAVAILABLE: 'the shop does not deliver there now; `quote` holds the places that it delivers to',
  STILL_PROCESSING: 'Stripe has not decided yet; ask again after `Retry-After`',
  NOTHING_TO_PAY: 'the order costs nothing',
  ORDER_PAID: 'the order is paid already',
  ORDER_CANCELLED: 'the order was cancelled',
  ORDER_REFUNDED: 'the money of the order went back, so it takes none any more',
  ORDER_HAS_MONEY:
    'among several orders: money came for this one, or may have, so it is cancelled by itself, with a decision on the money; of a payment: the administrator asks for it, and a receipt that was typed for the order is not decided',
  ORDER_OUTDATED: 'the order is older than 7 days and the shop charges other prices now',
  PAYMENT_MISMATCH: 'the card payment does not fit the order',
  AMOUNT_DIFFERS: 'with a key: the order costs another amount, and `isOtherAmountMeant` is not sent',
  MPESA_PROMPT_OPEN: 'a prompt is open on the phone or for the order; come back after `Retry-After` where it is sent',
  REQUEST_RUNNING: 'a request with the same `Idempotency-Key` is being worked on; come back after `Retry-After`',
  ANSWER_NOT_KEPT: 'done before with the same `Idempotency-Key`, and the answer is not kept; read what is stored',
  ALREADY_REVIEWED: 'each order with the product has a review of it; only buyers may review here',
  PAYLOAD_TOO_LARGE: 'the file is larger than 5 MB or has too many pixels',
  FST_ERR_CTP_BODY_TOO_LARGE: 'the body is too large',
  UNSUPPORTED_MEDIA_TYPE: 'the file is no JPEG, PNG, WebP, AVIF or HEIC picture',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'the content type is not taken here',
  IDEMPOTENCY_KEY_REUSED: 'the `Idempotency-Key` was used for another body',
  PAYMENT_METHOD_OFF: 'the owner has switched this way to pay off; `GET /api/payments/methods` lists the others',
  REVIEW_NEEDS_ORDER: 'only who has bought the product here may review it; `orderSecrets` shows that',
  TOO_MANY_REQUESTS: 'too many; come back after `Retry-After`',
  HPE_HEADER_OVERFLOW: 'the headers are larger than 16 KB',
  INTERNAL_SERVER_ERROR: 'a failure of the shop; `requestId` finds it in the log',
  SERVICE_UNAVAILABLE: 'too busy, or not configured; come back after `Retry-After`',
  CARD_NOT_CONFIGURED: 'the shop takes no cards at present',
  CARD_REFUSED: 'the card provider takes no card payment of this order at present; choose another way to pay',
  MPESA_NOT_CONFIGURED: 'the shop takes no M-Pesa at present',
  MPESA_BUSY: 'M-Pesa is busy; come back after `Retry-After`',
  DISK_FULL: 'the shop’s disk takes no more; free some space on it',
  MPESA_UNANSWERED: 'M-Pesa did not answer in time; the payment may still come',
}

const withRetryAfter = new Set<ErrorCode>([
  'STILL_PROCESSING',
  'MPESA_PROMPT_OPEN',
  'REQUEST_RUNNING',
  'MPESA_BUSY',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
])
const withQuote = new Set<ErrorCode>(['PRICE_CHANGED', 'PRODUCT_UNAVAILABLE', 'PLACE_UNAVAILABLE'])

/** The status of codes that share one, and the name of their response among the document's components. */
export const responseName = (codes: readonly ErrorCode[]): [status: number, name: string] => [
  errorStatuses[codes[0] as ErrorCode],
  [...codes].sort().join('.'),
]

/** The response of one status, with every code that it may hold. */
export function errorResponse(codes: readonly ErrorCode[]) {
  const required = [
    ...(codes.every((code) => withQuote.has(code)) ? ['quote'] : []),
    ...(codes.includes('INTERNAL_SERVER_ERROR') ? ['requestId'] : []),
  ]
  const retryAfter = { description: 'Seconds', schema: { type: 'integer' as const, minimum: 0 } }
  const closed = { type: 'object' as const, properties: { code: { enum: [...codes].sort() } }, required }
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, closed] }
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('. '),
    ...(codes.some((code) => withRetryAfter.has(code)) && { headers: { 'Retry-After': retryAfter } }),
    // The second where `Accept` names it; the body is the same.
    content: { 'application/json': { schema }, 'application/problem+json': { schema } },
  }
}

/** `STALE` has a second status where the version was named as HTTP does. */
export const ifMatchResponse = {
  ...errorResponse(['STALE']),
  description: '`STALE`: somebody has saved it since the version that `If-Match` names',
}

import { type ErrorCode, errorStatuses } from '@marashi/domain/contracts/error-codes'
import { problemTitles } from '../../problem-titles.ts'
import { meanings } from './error-responses.ts'

const errorRows = (Object.keys(errorStatuses) as ErrorCode[]).map(
  (code) => `| ${errorStatuses[code]} | \`${code}\` | ${problemTitles[code]}: ${meanings[code]} |`,
)

/** The document's introduction and the descriptions of its tags. */
export const introduction = `Everything that the shop's own pages can do, as JSON over HTTP.

## Begin

1. **Get a key.** The owner makes it under [API keys](/admin/api-keys), with the scopes that you need, and sees it once. In a shop that
   was opened with \`npm start\` to try it, where nothing is money, the start has written one to \`.data/sandbox-key\`.
2. **Send it** as \`Authorization: Bearer marashi_…\`. Each operation below is shown in curl, with the key in
   \`$MARASHI_KEY\`, and in TypeScript with the client \`@marashi/sdk\`; *Test Request* sends it to the shop that you read this in.
3. **Pay.** In a shop that you try, the phones 0700 000 000 to 0700 000 099 pay by themselves, those from 0700 000 100 on
   cancel, and those from 0700 000 200 on enter a wrong PIN.

[\`/api/docs/bruno.json\`](/api/docs/bruno.json) is all of it as a collection for [Bruno](https://www.usebruno.com). A sandbox key,
\`marashi_sandbox_…\`, is refused with 403 by a shop that takes real money.

## Units

- **Money.** Prices, carts, orders and \`/admin/stats\` are whole **shillings**. Everything under \`/admin/payments\`,
  \`/admin/transactions\` and \`/admin/cash-up\` is whole **cents**, in both directions: 450000 are Ksh 4,500. Each field says
  its unit, and where one answer has both, sums have their cents beside them under a name that ends with \`Cents\`. Exported
  files are in shillings with two decimals. The currency is always KES. Amounts are JSON numbers.
- **Time.** Instants are answered in UTC, as \`2026-03-09T06:30:00.000Z\`; they may be sent with an offset too, as
  \`2026-03-09T09:30:00+03:00\`. Days, as \`2026-03-09\`, are days in Nairobi, which is
  three hours ahead of UTC all year. The exported files show Nairobi's time.
- **Ids** are UUIDs, in any case. An order has a number for people beside its id.
- **Text** is stored without outer spaces. Lengths count UTF-16 units, those of reviews count what a person sees.

## Signing in

What anybody may call needs nothing; where it names a scope all the same, a key that is sent along needs that. Everything else names
what it needs: the session's cookie, or a key with a scope.

- **A key** is for programs: make one under [API keys](/admin/api-keys) with the scopes that it needs, and send it as
  \`Authorization: Bearer marashi_…\`. It is shown once. Who may write may read. An unknown, revoked or ended key is 401, a
  missing scope 403; what answers no 401 below, as what anybody may read, does not look at one. What names no scope, such as keys
  and backups, is closed to keys.
- **The session** is for people: log in at [/admin](/admin) in this browser, or send \`POST /api/admin/login\` and keep the cookie
  that it sets, as \`curl -c jar -b jar\` does. It ends after 12 hours without a call, and after 7 days at the latest.

A write (POST, PUT, PATCH, DELETE) from another site's page is refused with 403: its \`Origin\` has to be this shop's. A program
that sends neither \`Origin\` nor \`Sec-Fetch-Site\` is not refused.

## Bodies and fields

A body is JSON, sent as \`Content-Type: application/json\`, at most 100 KB. A field or a parameter of the
address that an operation does not know is refused with 400, so that a slip of the pen is not silently ignored. A PATCH
leaves what is not sent as it is. A PUT takes everything; the fields that it leaves alone where they are not sent say so.

Answers may gain fields, and lists of values (statuses, codes, kinds of events) may gain values: a program should pass over what it
does not know, and treat an unknown status as one that needs a person. Fields and values that are there do not go away or change
their meaning.

## Pages of a list

\`GET /products\` takes \`page\` and \`limit\`. Lists of the administrator take \`limit\` and \`offset\` and answer the \`total\`, newest
first, then by id. Lists with a \`cursor\` answer \`nextCursor\`: send it as \`cursor\` for the next page, until it is null. A cursor
passes nobody over and repeats nobody while others are added, which an offset cannot promise; of customers, who go by their last order, see there. These lists, and the exported files
of orders, payments and products, are narrowed by \`createdFrom\` (included), \`createdTo\` (not included) and \`updatedSince\`: to follow
them, ask for what changed since a minute before your last question. The totals of orders and payments then count the newest
ten thousand at most. \`GET /events\` goes on from \`after\`, \`GET /admin/setting-changes\` from \`before\`.

## Errors

Every failure answers \`{error, code, fields?}\`: a sentence for people, a word for programs, and per field what is wrong with it.
Decide by \`code\`; the sentence may change. Each operation lists every status that it answers with the codes it may hold.
401 is a missing or dead session or key, 403 a caller who may not, 409 a conflict with what is stored, 422 an
\`Idempotency-Key\` with another body. 500 holds a \`requestId\`, which finds the failure in the shop's log.

The same body is a problem document of RFC 9457: \`type\` (an address for each code), \`title\`, \`status\`, \`detail\` (the sentence again)
and, for a failure of the shop, \`instance\`. It is sent as \`application/json\`, and as \`application/problem+json\` to a request whose
\`Accept\` names that.

### Error codes

| Status | Code | Meaning |
|---|---|---|
${errorRows.join('\n')}

## Trying again

- 429 and 503 say in \`Retry-After\` how many seconds to wait. Wait so long, then longer each time.
- GET may be sent again after a lost answer. So may every write of the administrator and of keys of the API that was sent with an
  \`Idempotency-Key\`: for 7 days, and while its caller has sent no 50,000 newer ones, the same key with the same request gets the
  first answer again, with \`Idempotency-Replayed: true\`, and nothing is done twice, also where the shop's process was killed in
  between. Another request
  with the key is 422 \`IDEMPOTENCY_KEY_REUSED\`; while the first one runs, the second is 409 \`REQUEST_RUNNING\`. What was refused was not
  done and is not kept: the key may come again. A key belongs to its caller (the owner, or a key of the API) and to one operation;
  use a new one, such as a random UUID, for each thing that you want done. Without a key each request is one of its own.
- An answer over 256 KB, and one that holds a secret (a new key of the API, a webhook's secret), are not kept: the repeated request is
  409 \`ANSWER_NOT_KEPT\`, and nothing is done twice. A webhook's secrets can be read; a key whose answer was lost is revoked and made anew.
- \`POST /orders\` takes an \`Idempotency-Key\` of everybody, with which the same order is answered again for 7 days.
- \`POST /admin/payments/{id}/refunds\` takes a \`requestId\` for the same purpose, for good.
- What asks a gateway, another program or a disk (payments, refunds, cancelling with a refund, checks, tests, files) is done in steps. Where the
  shop's process is killed between them, the repeated request is taken up again after two minutes at most, 409
  \`REQUEST_RUNNING\` until then: it moves no money twice, and an order that is cancelled already is 409 \`CONFLICT\`. Only a test may be sent
  twice.
- \`POST /create-payment-intent\` needs none: it answers the order's open intent again.
- Of a visitor no other \`Idempotency-Key\` is looked at: a payment is asked for once at a time, and a review or a login is one request
  each. Send a key of the API where you want answers kept.
- A payment that was asked for may still come after an answer was lost: read \`GET /orders/{id}/payment-status\` before you ask again.

## Editing what others edit too

An edit or deletion that names the version it read is refused where somebody saved in between; without one the last edit wins. Name
it as HTTP does: the \`ETag\` that was answered, or the record's \`updatedAt\` in quotes, as \`If-Match\`. The
refusal is then 412 \`STALE\`. Or send \`updatedAt\` in the body (of a DELETE in the address): then it is 409 \`STALE\`. The version in a tag counts, so it may be a
weak one, such as \`GET /products/{id}\` answers and proxies make. One tag, or \`*\`; an operation that knows no versions refuses the
header with 400.

## Limits

Operations name their limits. Those of networks count an IPv4 address or the /64 of an IPv6 one. Those of reviews do not hold for a key
with \`reviews:write\`, the others not for one with \`orders:write\`. Each key has a limit of its own; \`RateLimit-Policy\` and
\`RateLimit\` say how many requests it has and how many are left.
`

export const tags = [
  { name: 'Catalogue', description: 'Products and categories, as the shop shows them. Prices are whole shillings.' },
  { name: 'Reviews', description: 'What customers say of a product. A new review waits for the administrator.' },
  { name: 'Checkout', description: 'From a cart to a stored order, at today’s prices. Amounts are whole shillings.' },
  { name: 'Orders', description: 'What whoever knows an order’s id may learn of it: how its payment stands.' },
  { name: 'Payments', description: 'Paying an order by M-Pesa or card. The amount is always the order’s own total.' },
  {
    name: 'Administrator',
    description:
      'The shop from behind, with a session. Orders and products are in whole shillings, payments in whole cents.',
  },
  {
    name: 'Events',
    description:
      'What happened, for programs that may miss nothing: read on after the last event, again and again. A key reads the events of its areas.',
  },
  {
    name: 'Gateways',
    description: 'Where M-Pesa and Stripe report what became of a payment. Nobody else calls these.',
  },
]

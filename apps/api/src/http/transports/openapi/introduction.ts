/** The document's introduction and the descriptions of its tags. */
export const introduction = `Everything that the shop's own pages can do, as JSON over HTTP.

## Money

Prices, carts and orders are whole **shillings**. Everything under \`/admin/payments\` is whole **cents**, in both
directions: 450000 are Ksh 4,500. The exported files are in shillings with two decimals.

## Signing in

What stands under *Administrator* needs a session, which is a cookie, or a key.

- On this page: log in at [/admin](/admin) in the same browser, or send \`POST /api/admin/login\` from here with the password.
  Either way the browser keeps the cookie and sends it along; the box for it on this page stays empty.
- In a program: keep the cookie that \`POST /api/admin/login\` sets, as \`curl -c jar -b jar\` does.

- In a program that others run: make a key under [API keys](/admin/api-keys) with the scopes that it needs, and send it as
  \`Authorization: Bearer …\`. Each operation names the scope it needs; the limit of the key is in \`RateLimit\`. What stands
  under *Administrator* without a scope needs the cookie.

A write (POST, PUT, PATCH, DELETE) from another site's page is refused with 403: its \`Origin\` has to be this shop's. A
program that sends no \`Origin\` is not refused.

## Errors

Every failure answers \`{error, code, fields?}\`: a sentence for people, a word for programs, and per field what is wrong
with it. 429 and 503 say in \`Retry-After\` how many seconds to wait.

## Sending an order twice

Send an \`Idempotency-Key\` header with \`POST /orders\`: the same key with the same body answers the first order again.
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
    name: 'Gateways',
    description: 'Where M-Pesa and Stripe report what became of a payment. Nobody else calls these.',
  },
]

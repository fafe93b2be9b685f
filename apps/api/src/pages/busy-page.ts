import type { FastifyReply } from 'fastify'

interface Refusal {
  message: string
  retryAfterSeconds: number | undefined
}

/** What a browser shows that has opened too many pages. It is not rendered: that would cost what the limit saves. */
export function sendBusyPage(reply: FastifyReply, { message, retryAfterSeconds = 1 }: Refusal): void {
  reply
    .code(429)
    .header('retry-after', retryAfterSeconds)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(pageOf(message))
}

const pageOf = (message: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Please try again in a moment</title>
</head>
<body><main><h1>Please try again in a moment</h1><p>${message}</p><p><a href="">Try again</a></p></main></body>
</html>
`

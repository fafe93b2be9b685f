import { type ShopClientOptions, shopClient } from '../shop-client.ts'

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** A shop that gives these answers, one after the other, and what it was asked. */
export const shopThat = (...answers: (Response | Error)[]) => shopWith({}, ...answers)

/** The same, for a client with these options. */
export function shopWith(options: Partial<ShopClientOptions>, ...answers: (Response | Error)[]) {
  const asked: Request[] = []
  const fetch = async (request: Request) => {
    asked.push(request)
    const answer = answers[asked.length - 1]
    if (!answer) throw new Error('nobody expected this call')
    if (answer instanceof Error) throw answer
    return answer
  }
  return { asked, shop: shopClient({ url: 'https://shop.test/', key: 'marashi_k', fetch, ...options }) }
}

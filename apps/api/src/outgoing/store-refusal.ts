/** More than a refusal of S3 has; a proxy in front of a store may answer with any page. */
const READ_CHARACTERS = 65_536

/**
 * The codes that tell whoever runs the shop what to do, of "Error responses" in the Amazon S3 API reference, which other stores
 * answer with too. No other part of an answer is shown: it repeats the access key, the signature and what was signed.
 */
const meanings = new Map([
  [
    'RequestTimeTooSkewed',
    'the clocks of this machine and of the store are more than a quarter of an hour apart. The keys may be right: set the clock of this machine, and let a time server keep it.',
  ],
  [
    'SignatureDoesNotMatch',
    'the secret key is not the one of this access key. Copy both again, without spaces around them.',
  ],
  ['InvalidAccessKeyId', 'the store does not know this access key. Copy it again, or make a new one there.'],
  ['AccessDenied', 'this key may not do that there. Let it list, read, write and delete in this bucket.'],
  ['NoSuchBucket', 'the store has no such bucket. Make it, or mend its name.'],
  ['AuthorizationHeaderMalformed', 'the store expects another region or another form of key. Look up both there.'],
])

/** What a store refused. */
export class StoreRefusal extends Error {
  /** Whether the message says what to do. */
  readonly namesRemedy: boolean

  /** `what` was answered, without a full stop: "The store answered 403 to a list of media/". `body` is the answer's. */
  constructor(what: string, body: string) {
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(body) ?? []
    const meaning = meanings.get(code)
    super(meaning ? `${what}: ${code}, ${meaning}` : `${what}.`)
    this.namesRemedy = meaning !== undefined
  }
}

/** Whether an error says what to do about a store that refused, itself or by its cause. */
export const namesStoreRemedy = (error: unknown): boolean =>
  error instanceof Error && (error instanceof StoreRefusal ? error.namesRemedy : namesStoreRemedy(error.cause))

/** What a refusal begins with. Empty where it breaks off, or its caller gives up: the status alone is known then. */
export async function readRefusal({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= READ_CHARACTERS) break
    }
  } catch {
    return ''
  }
  return text
}

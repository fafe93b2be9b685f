import type { ShopEvent } from '@marashi/domain/contracts/events'

/** The browser's connection, as the link uses it. */
export class LiveConnection extends EventTarget {
  static readonly opened: LiveConnection[] = []
  readonly CLOSED = 2
  readyState = 0

  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    LiveConnection.opened.push(this)
  }

  begin() {
    this.dispatchEvent(new MessageEvent('connected', { data: '{}' }))
  }

  bring(event: ShopEvent) {
    this.send({ kind: 'event', event }, event.id)
  }

  send(message: object, lastEventId: number) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message), lastEventId: String(lastEventId) }))
  }

  close() {
    this.readyState = this.CLOSED
  }
}

/** Each test has its own tabs. */
export class SilentChannel {
  postMessage() {}
  close() {}
}

/** What the service worker uses of its global scope, whose types exclude those of a page. */
export interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void>; get(id: string): Promise<Tab | undefined>; matchAll(): Promise<Tab[]> }
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> }
    unregister(): Promise<boolean>
  }
  readonly navigator: Navigator & { connection?: { saveData: boolean } }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', handle: (event: LastingEvent) => void): void
  addEventListener(type: 'fetch', handle: (event: AskedEvent) => void): void
  addEventListener(type: 'message', handle: (event: HeardEvent) => void): void
}

/** A page of the shop in a tab of the browser. */
export interface Tab {
  readonly id: string
  readonly url: string
  postMessage(message: unknown): void
}

export interface LastingEvent {
  waitUntil(work: Promise<unknown>): void
}

export interface HeardEvent extends LastingEvent {
  readonly data: unknown
  readonly source: Tab | null
}

export interface AskedEvent extends LastingEvent {
  readonly request: Request
  /** Of the page that asks; empty where a page itself is asked for. */
  readonly clientId: string
  /** Of the page that is asked for, where one is; Safari 15 does not say it. */
  readonly resultingClientId?: string
  /** The browser's own request for a page, made while the worker starts. */
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

/** What the build knows of this version; see build/service-worker.ts. */
export interface Release {
  /** Changes with every file of the shop. */
  version: string
  /** Files that every page needs, and the code of `corePages`. */
  core: string[]
  /** The code of the other pages. */
  rest: string[]
}

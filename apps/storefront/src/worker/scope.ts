/** What the service worker uses of its global scope, whose types exclude those of a page. */
export interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> }
    unregister(): Promise<boolean>
  }
  readonly navigator: Navigator & { connection?: { saveData: boolean } }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', handle: (event: LastingEvent) => void): void
  addEventListener(type: 'fetch', handle: (event: AskedEvent) => void): void
  addEventListener(type: 'message', handle: (event: LastingEvent & { readonly data: unknown }) => void): void
}

export interface LastingEvent {
  waitUntil(work: Promise<unknown>): void
}

export interface AskedEvent extends LastingEvent {
  readonly request: Request
  /** The browser's own request for a page, made while the worker starts. */
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

/** What the build knows of this version; see build/service-worker.ts. */
export interface Release {
  /** Changes with every file of the shop. */
  version: string
  /** Files that every page needs. */
  core: string[]
  /** The code of the other pages. */
  rest: string[]
}

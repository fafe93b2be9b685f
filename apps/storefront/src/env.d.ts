/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** For each route the modules of its page beyond the entry's; set in the server's bundle alone. */
  readonly ROUTE_CHUNKS: Record<string, string[]>
}

/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** For each route the modules of its page beyond those of the entry; set only in the server's bundle. */
  readonly ROUTE_CHUNKS: Record<string, string[]>
}

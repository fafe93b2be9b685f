/** What we use of libheif-js, which brings no types of its own for this entry. */
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    /** Fills RGBA with the picture turned upright; null where it cannot be decoded. */
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      done: (filled: { data: Uint8ClampedArray } | null) => void,
    ): void
    free(): void
  }
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }
  export default libheif
}

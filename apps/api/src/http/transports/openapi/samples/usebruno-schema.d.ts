declare module '@usebruno/schema' {
  /** Rejects with what is wrong. */
  export const collectionSchema: { validate(collection: unknown): Promise<unknown> }
}

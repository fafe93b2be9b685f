import type { QueryClient } from '@tanstack/react-query'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A question and what the shop answered; both are plain JSON, as tRPC sends them. */
export type Answer = { question: Json[]; answer: Json }

/**
 * Everything that was asked while rendering on the server. What failed is left out: the browser asks it again; sent
 * along, it would throw there.
 */
export function answersOf(queryClient: QueryClient): Answer[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.status === 'success')
    .map((query) => ({ question: query.queryKey as Json[], answer: query.state.data as Json }))
}

/** Puts the server's answers into the browser's cache, as fresh as the page that brought them. */
export function takeAnswers(queryClient: QueryClient, answers: readonly Answer[]): void {
  for (const { question, answer } of answers) queryClient.setQueryData(question, answer)
}

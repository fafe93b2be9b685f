/** How often each status was answered; `none` counts what got no answer. */
export type Answers = Record<string, number>

export function count(answers: Answers, status: number | 'none', times = 1): void {
  answers[status] = (answers[status] ?? 0) + times
}

/** "200 × 1,204, 429 × 88", by status. */
export const answersText = (answers: Answers): string =>
  Object.entries(answers)
    .map(([status, times]) => `${status} × ${times.toLocaleString('en')}`)
    .join(', ')

export const total = (answers: Answers): number => Object.values(answers).reduce((sum, times) => sum + times, 0)

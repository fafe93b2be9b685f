/** What a customer of the first catalogue wrote. Absent names are anonymous, absent statuses approved. */
export type WrittenReview = {
  rating: 1 | 2 | 3 | 4 | 5
  content: string
  customerName?: string
  status?: 'pending' | 'rejected'
  /** Age at seeding; never older than the perfume itself. */
  daysAgo: number
}

/** Reviews by the slug of the perfume they speak of. */
export type ReviewsBySlug = Record<string, WrittenReview[]>

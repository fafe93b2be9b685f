import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { StarRating } from './star-rating.tsx'

afterEach(cleanup)

describe('StarRating', () => {
  it.each([
    [{ value: 4.7, count: 18 }, 'Rated 4.7 out of 5, 18 reviews', '4.7(18)'],
    [{ value: 5, count: 1 }, 'Rated 5.0 out of 5, 1 review', '5.0(1)'],
    [{ value: 0, count: 0 }, 'Rated 0.0 out of 5, 0 reviews', '0.0(0)'],
    [{ value: 3, maximum: 10 }, 'Rated 3.0 out of 10', '3.0'],
    [{ value: 4, showsValue: false }, 'Rated 4.0 out of 5', ''],
  ])('reads %j as "%s" and shows "%s"', (props, name, text) => {
    render(<StarRating {...props} />)
    expect(screen.getByRole('img', { name }).textContent).toBe(text)
  })

  it('draws as many stars as the maximum', () => {
    const { container } = render(<StarRating value={2} maximum={7} />)
    expect(container.querySelector('path')?.getAttribute('d')?.match(/z/g)).toHaveLength(7)
  })

  it.each([
    [3.4, 3 * 25.5 + 0.4 * 24],
    [4.96, 4 * 25.5 + 24],
    [0.04, undefined],
    [5, 5 * 25.5],
  ])('fills %d stars to the tenth and no more', (value, width) => {
    const { container } = render(<StarRating value={value} />)
    const filled = container.querySelector('svg svg')?.getAttribute('width')
    if (width === undefined) expect(filled).toBeUndefined()
    else expect(Number(filled)).toBeCloseTo(width)
  })
})

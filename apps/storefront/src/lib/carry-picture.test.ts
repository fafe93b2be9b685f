import type { MouseEvent } from 'react'
import { expect, it } from 'vitest'
import { carryPicture } from './carry-picture.ts'

const card = (id: string) =>
  `<article data-perfume><picture><img id="${id}" alt="" /></picture><a href="/product/${id}">${id}</a></article>`

it('one picture moves to the product’s page: that of the link pressed last, which is one box in every browser', () => {
  document.body.innerHTML = card('oud') + card('rose')
  const named = () => [...document.querySelectorAll('[style*="view-transition-name"]')].map(({ id }) => id)
  for (const id of ['oud', 'rose']) {
    carryPicture({ currentTarget: document.querySelector(`[href="/product/${id}"]`) } as MouseEvent<HTMLElement>)
    expect(named()).toEqual([id])
  }
})

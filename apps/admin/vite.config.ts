import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressAssets } from '../storefront/build/compress-assets.ts'
import { latePages } from '../storefront/build/late-pages.ts'
import { oldestTargets } from '../storefront/build/oldest-browsers.ts'
import { boot } from './src/boot/boot.ts'

/** A single page that the api serves under /admin, with a piece of code for each route. */
export default defineConfig({
  base: '/admin/',
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    latePages(new URL('./src/lib/late-page.tsx', import.meta.url)),
    bootFirst(),
    compressAssets(),
  ],
  // The api puts a fresh nonce in this word's place with every page.
  html: { cspNonce: '{{nonce}}' },
  build: {
    target: oldestTargets,
    // Fonts stay files of their own, so that browsers can keep them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // tRPC's packages forget to say that importing them changes nothing.
      treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]@trpc[\\/]/, sideEffects: false }] },
      output: { codeSplitting: { groups: [{ name: 'vendor', test: vendorParts() }] } },
    },
  },
})

/** What changes only with a package stays in a file that the browser already has. */
function vendorParts(): RegExp {
  return /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack|@trpc)[\\/]/
}

/** Puts the boot script's source into the head, ahead of styles and modules. */
function bootFirst(): Plugin {
  return {
    name: 'boot-first',
    transformIndexHtml: {
      order: 'pre',
      handler: () => [{ tag: 'script', children: `(${boot})()`, injectTo: 'head' }],
    },
  }
}

# The shop in one image: built with everything, run with what the server needs.
FROM node:24-slim AS base
ENV TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1
# npm since 12 runs no script of a package unasked, and pnpm's puts its program in place.
RUN npm install --global pnpm@12.4.2 --allow-scripts=pnpm
WORKDIR /app
# What is fetched changes with the lock file alone.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch

FROM base AS build
COPY . .
RUN pnpm install --frozen-lockfile --offline && pnpm exec turbo run build --filter=!@marashi/sdk

FROM base AS server
COPY . .
# What was fetched for building goes, and with it the PostgreSQL of npm and every browser; the apps are bundled whole.
RUN rm -rf node_modules && \
  pnpm install --frozen-lockfile --offline --prod --filter "@marashi/api..." && \
  node scripts/slim-packages.mjs node_modules

# A quarter of Node's program are symbols for debuggers.
FROM node:24-slim AS node
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && strip /usr/local/bin/node

# Node's own images hold npm, yarn and headers too.
FROM debian:trixie-slim
RUN useradd --uid 1000 node && mkdir /data && chown node:node /data
COPY --from=node /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
# As `npm start` does: see scripts/small-memory.mjs.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=server /app/package.json ./
COPY --from=server /app/node_modules ./node_modules
COPY --from=server /app/packages ./packages
COPY --from=server /app/apps/api ./apps/api
COPY --from=build /app/apps/storefront/dist ./apps/storefront/dist
COPY --from=build /app/apps/admin/dist ./apps/admin/dist
USER node
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
# A database that hangs is noticed after two minutes, a restart of it is not: the shop serves its last good copies
# meanwhile, and whoever replaces unhealthy containers would throw those away. A start may copy and update the database first.
HEALTHCHECK --interval=10s --timeout=5s --retries=12 --start-period=10m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process: it hears SIGTERM and closes the shop in order.
CMD ["node", "--max-semi-space-size=8", "--expose-gc", "apps/api/src/main.ts"]

# Runs Foyer in a container: docker build -t foyer . && docker run -p 127.0.0.1:8080:8080 -v foyer:/data foyer
FROM node:24-bookworm-slim AS build
WORKDIR /foyer
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY demo/package.json demo/
COPY standins/package.json standins/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.ts

FROM node:24-bookworm-slim AS packages
WORKDIR /foyer
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
# Installs only what the server needs at run time, with optional packages: they contain the binaries of sharp.
RUN npm ci --omit=dev --no-audit --no-fund --workspace @foyer/server --workspace @foyer/contract

FROM node:24-bookworm-slim
# Renders stills of films. It is optional, and the largest part of the image: see docs/decisions/148.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /foyer
COPY --from=packages /foyer ./
COPY contract/ contract/
COPY server/ server/
COPY --from=build /foyer/web/dist web/dist
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 8080
# On SIGTERM, requests in progress have 20 seconds to finish. `docker stop` kills after 10 seconds by default: use
# `docker stop --time 30`.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]

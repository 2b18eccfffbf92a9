# The server's image: the bundle, the one native package it needs, and nothing else. It runs as a number, on a read-only
# root file system if you like, and keeps nothing: DATABASE_URL names its PostgreSQL.
#
#   docker build -t guildhall .
#   docker run --read-only -p 3000:3000 -e DATABASE_URL=… -e SECRET_KEY=… -e BASE_URL=https://id.example guildhall

FROM node:24.21.0-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No install script is needed: native packages carry their binaries, and Node comes with the image.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json openapi.json LICENSE ./
COPY scripts scripts
COPY src src
RUN node scripts/build.mjs && node scripts/image.mjs /image

FROM node:24.21.0-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000
WORKDIR /app
COPY --from=build /image .
RUN ln -s /app/dist/cli.js /usr/local/bin/guildhall
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# It replaces itself by the server, with the limits on memory.
CMD ["node", "dist/cli.js", "start"]

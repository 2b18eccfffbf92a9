"""A Flask application that signs in as Authlib's manual shows it."""

import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, url_for

application = Flask(__name__)
application.secret_key = os.urandom(16)
oauth = OAuth(application)
oauth.register(
    "guildhall",
    server_metadata_url=os.environ["ISSUER"] + "/.well-known/openid-configuration",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid profile email"},
)


@application.get("/login")
def login():
    return oauth.guildhall.authorize_redirect(url_for("callback", _external=True))


@application.get("/callback")
def callback():
    token = oauth.guildhall.authorize_access_token()
    return jsonify(claims=token["userinfo"], info=oauth.guildhall.userinfo())
